package dev.threeledger.check;

import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.ledger.Ledgers;
import dev.threeledger.ledger.ReconciledKey;
import dev.threeledger.ledger.ReconciledKey.Disagreement;
import dev.threeledger.ledger.ReconciledKey.Kind;
import dev.threeledger.ledger.Reconciler;
import dev.threeledger.scenario.StateRole;
import dev.threeledger.scenario.Subject.Reconcile;
import dev.threeledger.timeline.Event.EffectApplied;
import dev.threeledger.verdict.CheckResult;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Business, external and execution ledger tell the same story of every key; and no success was
 * recorded before its effect was there.
 *
 * <p>Sound: what is compared stands in one closing snapshot; an effect whose execution is not at
 * its end, or a business row without any execution, accuses nobody when the run was stopped early,
 * nor does an execution that asks for a human. "Before" is judged by the timeline: a recorded
 * success is seen there no earlier than its commit, an effect no later than its answer. Complete
 * for the kinds that {@code reconcile:} lists; that there is no list, or a kind that is not on it,
 * is a note. Truth: external and business ledger; claim: execution ledger. Cost: keys and rows.
 */
public final class RecordsAgree implements Check {
  /** Its name in YAML and reports. */
  public static final String NAME = "records-agree";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult judge(RunRecord run) {
    Judgement judgement = new Judgement(run);
    judgement.doubtWhatWasNotRead();
    judgement.noteWhatIsNotCompared();
    ByKey keys = new ByKey(NAME);
    Reconciler.each(run.subject(), run.ledgers(), keys.judging(judgement::judge));
    keys.tell(judgement.findings);
    if (!keys.any()) {
      judgement.findings.doubt("the ledgers hold no key: there is nothing to compare");
    }
    return judgement.findings.result();
  }

  /** What an executor that is still at work may yet put right. */
  private static final Set<Kind> UNFINISHED =
      EnumSet.of(Kind.EFFECT_WITHOUT_DONE, Kind.BUSINESS_WITHOUT_EXECUTION);

  private static final class Judgement {
    final Findings findings = new Findings(NAME);
    private final RunRecord run;
    private final Events events;
    private final FencedRows rows;

    Judgement(RunRecord run) {
      this.run = run;
      events = new Events(run);
      rows = new FencedRows(run, events, new Writers(events));
    }

    void doubtWhatWasNotRead() {
      Ledgers ledgers = run.ledgers();
      List.of(
              Optional.of("business").filter(name -> ledgers.business().isEmpty()),
              Optional.of("external").filter(name -> ledgers.external().isEmpty()),
              Optional.of("execution").filter(name -> ledgers.execution().isEmpty()))
          .forEach(
              missing ->
                  missing.ifPresent(
                      name -> findings.doubt("the " + name + " ledger was not read")));
    }

    /** What the subject does not declare is not compared; whoever reads PASS has to know. */
    void noteWhatIsNotCompared() {
      if (run.subject().reconcile().isEmpty()) {
        findings.note("the subject declares no reconcile; the ledgers were not compared");
        return;
      }
      noteUnlistedKinds("business", run.ledgers().business());
      noteUnlistedKinds("execution", run.ledgers().execution());
    }

    private void noteUnlistedKinds(String ledger, Optional<List<LedgerRow>> rows) {
      rows.orElse(List.of()).stream()
          .map(LedgerRow::kind)
          .filter(kind -> kind == null || !run.subject().reconcile().containsKey(kind))
          .distinct()
          .forEach(
              kind ->
                  findings.note(
                      "%s rows of kind %s were not compared: reconcile does not list it"
                          .formatted(ledger, kind)));
    }

    void judge(ReconciledKey key, Findings findings) {
      for (Disagreement disagreement : key.disagreements()) {
        if (UNFINISHED.contains(disagreement.kind()) && !events.quiet()) {
          findings.doubt(
              key.key() + ": " + disagreement.message() + ", but the run was stopped early");
        } else {
          add(key, disagreement, findings);
        }
      }
      Reconcile rule = run.subject().reconcile().get(key.kind());
      if (rule != null) {
        rule.operations().forEach(operation -> judgeOrder(key, rule, operation, findings));
        noteHuman(key, findings);
      }
    }

    private void add(ReconciledKey key, Disagreement disagreement, Findings findings) {
      List<Long> effects = effects(key).stream().map(Seen::seq).toList();
      Optional<Long> place =
          switch (disagreement.kind()) {
            case DONE_WITHOUT_EFFECT, DONE_WITHOUT_BUSINESS -> into(key, role(key));
            case EFFECT_WITHOUT_DONE -> lastChange(key).filter(seq -> isAfterAny(seq, effects));
            case TOO_MANY_EFFECTS -> secondEffect(key);
            case AMOUNT_DIFFERS -> firstEffect(key);
            case UNKNOWN_STATE -> lastChange(key);
            case BUSINESS_WITHOUT_EXECUTION, TOO_MANY_BUSINESS_ROWS, TOO_MANY_EXECUTIONS ->
                Optional.empty();
          };
      findings.add(
          key.key(),
          key.key() + ": " + title(disagreement.kind()) + disagreement.message(),
          place.orElse(events.end()),
          effects);
    }

    /** Success was committed while the effect had not happened yet. */
    private void judgeOrder(
        ReconciledKey key, Reconcile rule, String operation, Findings findings) {
      Optional<Seen<EffectApplied>> effect =
          effects(key).stream()
              .filter(seen -> seen.event().operation().equals(operation))
              .findFirst();
      Optional<FencedRow> done = rows.firstInto(key.key(), rule.when());
      if (effect.isPresent() && done.isPresent() && done.get().seq() < effect.get().seq()) {
        findings.add(
            key.key(),
            "%s: recorded success before its effect: %s committed at event %d, %s applied at event %d"
                .formatted(
                    key.key(),
                    done.get().after().state(),
                    done.get().seq(),
                    operation,
                    effect.get().seq()),
            done.get().seq(),
            List.of(effect.get().seq()));
      }
    }

    private void noteHuman(ReconciledKey key, Findings findings) {
      List<String> holding =
          key.external().stream()
              .filter(row -> !"undone".equals(row.state()))
              .map(LedgerRow::kind)
              .distinct()
              .toList();
      key.execution().stream()
          .filter(row -> isManual(row.state()))
          .forEach(
              row ->
                  holding.forEach(
                      operation ->
                          findings.note(
                              "%s: effect %s is in place and %s asks for a human"
                                  .formatted(key.key(), operation, row.state()))));
    }

    /** Where the operation whose amount counts takes effect. */
    private Optional<Long> firstEffect(ReconciledKey key) {
      String operation = run.subject().reconcile().get(key.kind()).effect();
      return effects(key).stream()
          .filter(effect -> effect.event().operation().equals(operation))
          .map(Seen::seq)
          .findFirst();
    }

    /** Where an operation takes effect for the second time. */
    private Optional<Long> secondEffect(ReconciledKey key) {
      Set<String> seen = new HashSet<>();
      return effects(key).stream()
          .filter(effect -> !seen.add(effect.event().operation()))
          .map(Seen::seq)
          .findFirst();
    }

    private boolean isManual(String state) {
      return state != null && run.subject().role(state).equals(Optional.of(StateRole.MANUAL));
    }

    private StateRole role(ReconciledKey key) {
      return run.subject().reconcile().get(key.kind()).when();
    }

    private Optional<Long> into(ReconciledKey key, StateRole role) {
      return rows.firstInto(key.key(), role).map(FencedRow::seq);
    }

    private Optional<Long> lastChange(ReconciledKey key) {
      return rows.of(key.key()).stream().map(FencedRow::seq).reduce((one, later) -> later);
    }

    private List<Seen<EffectApplied>> effects(ReconciledKey key) {
      Reconcile rule = run.subject().reconcile().get(key.kind());
      return events.effects(key.key()).stream()
          .filter(seen -> rule != null && rule.operations().contains(seen.event().operation()))
          .toList();
    }

    private static boolean isAfterAny(long seq, List<Long> effects) {
      return !effects.isEmpty() && seq > effects.get(0);
    }

    private static String title(Kind kind) {
      return switch (kind) {
        case DONE_WITHOUT_EFFECT -> "says success, effect missing: ";
        case EFFECT_WITHOUT_DONE -> "effect in place, says no success: ";
        case DONE_WITHOUT_BUSINESS -> "says success, business row missing: ";
        case BUSINESS_WITHOUT_EXECUTION -> "business row in place, execution missing: ";
        case TOO_MANY_BUSINESS_ROWS, TOO_MANY_EFFECTS, TOO_MANY_EXECUTIONS -> "too many: ";
        case AMOUNT_DIFFERS -> "amounts differ: ";
        case UNKNOWN_STATE -> "unknown state: ";
      };
    }
  }
}
