package dev.threeledger.check;

import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.ledger.ReconciledKey;
import dev.threeledger.ledger.ReconciledKey.Disagreement;
import dev.threeledger.ledger.ReconciledKey.Kind;
import dev.threeledger.ledger.Reconciler;
import dev.threeledger.scenario.StateRole;
import dev.threeledger.scenario.Subject.Reconcile;
import dev.threeledger.verdict.CheckResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Nothing that was due is lost: each key is done with what belongs to it in place, or undone, or
 * recorded as failed with a human to look, or recorded as waiting to be picked up.
 *
 * <p>What is due comes from the scenario's due list and from the triggers that the subject
 * accepted, never from the subject's records. Sound: absence is judged only when the run ended
 * because nothing more would happen; a trigger that got no answer, and of which nothing is
 * recorded, is a note (its sender knows). A key that is still held at the end is lost too: nobody
 * works on it any more. Where there is a due list, a key that is done or has its effect though it
 * was neither due nor triggered is a note. Complete for keys on the list; without a list, for
 * accepted triggers and recorded executions. That something waits for ever is for {@code recovers}
 * to say.
 *
 * <p>Truth: due list, external and business ledger. Claim: execution ledger. Cost: keys times rows.
 */
public final class NoSilentLoss implements Check {
  /** Its name in YAML and reports. */
  public static final String NAME = "no-silent-loss";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult judge(RunRecord run) {
    if (run.ledgers().execution().isEmpty()) {
      return CheckResult.inconclusive(NAME, "the execution ledger was not read");
    }
    return new Judgement(run).result();
  }

  private static final class Judgement {
    private final RunRecord run;
    private final Events events;
    private final FencedRows rows;
    private RowsByKey executions;
    private final Findings findings = new Findings(NAME);

    Judgement(RunRecord run) {
      this.run = run;
      events = new Events(run);
      rows = new FencedRows(run, events, new Writers(events));
    }

    CheckResult result() {
      List<Owed> owed = Owed.of(run, events);
      if (owed.isEmpty()) {
        findings.doubt("there is no due list and no trigger: nothing is known to be due");
      }
      executions = RowsByKey.ofOwed(run.ledgers().execution().orElseThrow(), owed);
      owed.forEach(this::judgeOwed);
      ByKey recorded = new ByKey(NAME);
      ByKey unasked = new ByKey(NAME);
      Reconciler.Receiver judgeRecorded = recorded.judging(this::judgeRecorded);
      Reconciler.Receiver noteUnasked = unasked.judging(this::noteUnasked);
      Map<String, List<Owed>> owedByKey = owed.stream().collect(Collectors.groupingBy(Owed::key));
      Reconciler.each(
          run.subject(),
          run.ledgers(),
          (key, firstSeen) -> {
            judgeRecorded.take(key, firstSeen);
            if (run.ledgers().due().isPresent()
                && owedByKey.getOrDefault(key.key(), List.of()).stream()
                    .noneMatch(one -> one.matches(key.key(), key.kind()))) {
              noteUnasked.take(key, firstSeen);
            }
          });
      recorded.tell(findings);
      unasked.tell(findings);
      return findings.result();
    }

    /** A key of which nothing at all is recorded. */
    private void judgeOwed(Owed owed) {
      if (executions.of(owed.key()).stream().anyMatch(owed::matches) || tookEffect(owed)) {
        return;
      }
      String why = owed.due() ? "is due" : "was accepted";
      if (!owed.certain()) {
        findings.note(
            owed.key() + ": its trigger was not accepted, and nothing is recorded; not counted");
      } else if (!events.quiet()) {
        findings.doubt(owed.key() + " has no execution, but the run was stopped early");
      } else {
        List<Long> shown = new ArrayList<>(owed.events());
        findings.add(
            owed.key(),
            owed.key() + " " + why + "; at the end there is neither an execution nor an effect",
            events.end(),
            shown);
      }
    }

    private boolean tookEffect(Owed owed) {
      return !events.effects(owed.key()).isEmpty();
    }

    private void judgeRecorded(ReconciledKey key, Findings findings) {
      for (LedgerRow row : key.execution()) {
        Optional<StateRole> role =
            row.state() == null ? Optional.empty() : run.subject().role(row.state());
        if (role.isEmpty()) {
          findings.doubt(
              key.key() + " is in state " + row.state() + ", which the subject does not list");
        } else if (role.get() == StateRole.ACTIVE) {
          judgeActive(key, row, findings);
        } else if (role.get() == StateRole.DONE) {
          judgeDone(key, findings);
        }
      }
    }

    /** Work that nobody asked for; whether it should have been done is not this check's to say. */
    private void noteUnasked(ReconciledKey key, Findings findings) {
      Optional<String> charged =
          key.external().stream()
              .filter(row -> !"undone".equals(row.state()))
              .map(LedgerRow::kind)
              .findFirst();
      boolean done =
          key.execution().stream()
              .anyMatch(
                  row ->
                      row.state() != null
                          && run.subject().role(row.state()).equals(Optional.of(StateRole.DONE)));
      if (charged.isPresent()) {
        findings.note(
            "%s: effect %s is in place though it was neither due nor triggered"
                .formatted(key.key(), charged.get()));
      } else if (done) {
        findings.note(key.key() + " is done though it was neither due nor triggered");
      }
    }

    private void judgeActive(ReconciledKey key, LedgerRow row, Findings findings) {
      if (!events.quiet()) {
        findings.doubt(key.key() + " is " + row.state() + ", but the run was stopped early");
        return;
      }
      findings.add(
          key.key(),
          key.key() + " is still " + row.state() + " at the end; nobody works on it any more",
          events.end(),
          seqOf(key, StateRole.ACTIVE));
    }

    private void judgeDone(ReconciledKey key, Findings findings) {
      Reconcile rule = run.subject().reconcile().get(key.kind());
      if (rule == null || rule.when() != StateRole.DONE) {
        return;
      }
      if (!rule.operations().isEmpty() && run.ledgers().external().isEmpty()) {
        findings.doubt("the external ledger was not read");
      }
      if (rule.businessRows() > 0 && run.ledgers().business().isEmpty()) {
        findings.doubt("the business ledger was not read");
      }
      for (Disagreement disagreement : key.disagreements()) {
        if (disagreement.kind() == Kind.DONE_WITHOUT_EFFECT
            || disagreement.kind() == Kind.DONE_WITHOUT_BUSINESS) {
          List<Long> shown = seqOf(key, StateRole.DONE);
          findings.add(
              key.key(),
              key.key() + " is lost though recorded as done: " + disagreement.message(),
              shown.isEmpty() ? events.end() : shown.get(0),
              shown);
        }
      }
    }

    private List<Long> seqOf(ReconciledKey key, StateRole role) {
      return rows.lastInto(key.key(), role).map(FencedRow::seq).stream().toList();
    }
  }
}
