package dev.threeledger.external;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.extension.Parameters;
import com.github.tomakehurst.wiremock.extension.ResponseDefinitionTransformerV2;
import com.github.tomakehurst.wiremock.extension.ServeEventListener;
import com.github.tomakehurst.wiremock.extension.TemplateModelDataProviderExtension;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import com.github.tomakehurst.wiremock.stubbing.SubEvent;
import dev.threeledger.wire.Passage;
import dev.threeledger.wire.http.Exchange;
import dev.threeledger.wire.http.Exchanges;
import java.util.Map;
import java.util.Optional;

/**
 * Joins WireMock and the ledger, in three steps of one request on one thread: after the match the
 * ledger decides (this listener); then the answer's status is changed, or the answer is replaced
 * ({@link #answers}); then templates may name the effect ({@link #templates}). The decision travels
 * with the serve event.
 */
final class LedgerExtension implements ServeEventListener {
  private static final String DECISION = "effect-ledger-decision";

  /** Before the first run, and for late requests of a run that has ended. */
  private static final Decision NO_RUN = Decision.error(Decision.Outcome.REPLACED, 503, "no-run");

  /** Whose requests these are, in which run. */
  private record Use(String worker, EffectLedger ledger) {}

  private final OutsideSystems systems;
  private volatile Use use;

  LedgerExtension(OutsideSystems systems) {
    this.systems = systems;
  }

  void use(String worker, EffectLedger ledger) {
    use = ledger == null ? null : new Use(worker, ledger);
  }

  @Override
  public String getName() {
    return OutsideServer.LISTENER;
  }

  @Override
  public boolean applyGlobally() {
    return true;
  }

  @Override
  public void afterMatch(ServeEvent event, Parameters none) {
    Use now = use;
    Decision decision =
        now == null ? Decision.error(Decision.Outcome.REPLACED, 503, "no-run") : decide(now, event);
    event.appendSubEvent(new SubEvent(DECISION, 0L, Map.of("decision", decision)));
  }

  private Decision decide(Use now, ServeEvent event) {
    Request request = event.getRequest();
    WireMockRequest incoming = new WireMockRequest(request);
    String header = request.getHeader(Exchanges.HEADER);
    String name = event.getStubMapping() == null ? null : event.getStubMapping().getName();
    Operation operation =
        WarmUp.NAME.equals(name) ? WarmUp.OPERATION : systems.operation(name).orElse(null);
    String system = operation == null ? "unknown" : operation.system();
    String method = request.getMethod().getName();
    Optional<Exchange> exchange = now.ledger().exchange(header, now.worker(), system, method);
    if (exchange.isEmpty()) {
      return NO_RUN;
    }
    if (operation == null) {
      now.ledger().unmatched(exchange.get(), incoming);
      return Decision.of(Decision.Outcome.QUESTION, null);
    }
    return now.ledger().receive(exchange.get(), operation, incoming);
  }

  private static Decision decision(ServeEvent event) {
    return event.getSubEvents().stream()
        .filter(sub -> sub.getType().equals(DECISION))
        .map(sub -> (Decision) sub.getData().get("decision"))
        .findFirst()
        .orElse(null);
  }

  /** Changes the mapping's answer as decided. */
  ResponseDefinitionTransformerV2 answers() {
    return new ResponseDefinitionTransformerV2() {
      @Override
      public String getName() {
        return "effect-ledger-answer";
      }

      @Override
      public ResponseDefinition transform(ServeEvent event) {
        Decision decision = decision(event);
        return decision == null
            ? event.getResponseDefinition()
            : answer(decision, event.getResponseDefinition());
      }
    };
  }

  private static ResponseDefinition answer(Decision decision, ResponseDefinition stub) {
    if (decision.answer() != null) {
      return built(decision.answer());
    }
    if (decision.outcome() == Decision.Outcome.REPEATED) {
      int status = decision.effect().operation.repeatStatus();
      return ResponseDefinitionBuilder.like(stub).withStatus(status).build();
    }
    return stub;
  }

  private static ResponseDefinition built(Passage.Answer answer) {
    ResponseDefinitionBuilder builder = new ResponseDefinitionBuilder().withStatus(answer.status());
    answer.headers().forEach(builder::withHeader);
    return builder.withBody(answer.body() == null ? "" : answer.body()).build();
  }

  /** Lets templates say {@code {{effect.id}}}. */
  TemplateModelDataProviderExtension templates() {
    return new TemplateModelDataProviderExtension() {
      @Override
      public String getName() {
        return "effect-ledger-templates";
      }

      @Override
      public Map<String, Object> provideTemplateModelData(ServeEvent event) {
        Decision decision = decision(event);
        return decision == null || decision.effect() == null
            ? Map.of()
            : Map.of("effect", EffectModel.of(decision));
      }
    };
  }
}
