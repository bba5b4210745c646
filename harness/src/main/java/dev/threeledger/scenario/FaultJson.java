package dev.threeledger.scenario;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.scenario.FaultAction.Crash;
import dev.threeledger.scenario.FaultAction.Deadlock;
import dev.threeledger.scenario.FaultAction.Delay;
import dev.threeledger.scenario.FaultAction.DuplicateTrigger;
import dev.threeledger.scenario.FaultAction.Hold;
import dev.threeledger.scenario.FaultAction.Pause;
import dev.threeledger.scenario.FaultAction.Refuse;
import dev.threeledger.scenario.FaultAction.RestartDatabase;

/** Writes a fault in the scenario format. */
final class FaultJson {
  private FaultJson() {}

  static ObjectNode write(Fault fault) {
    ObjectNode tree = ScenarioJson.object();
    tree.put("name", fault.name());
    tree.set("on", point(fault.on()));
    tree.put("side", Words.of(fault.side()));
    tree.put("do", fault.action().yamlName());
    action(fault.action(), tree);
    return tree;
  }

  private static ObjectNode point(FaultPoint point) {
    ObjectNode tree = ScenarioJson.object();
    if (point instanceof FaultPoint.Statement statement) {
      tree.put("db", "statement");
      put(tree, "writes", statement.writes());
      put(tree, "command", statement.command());
    } else if (point instanceof FaultPoint.Commit commit) {
      tree.put("db", "commit");
      put(tree, "wrote", commit.wrote());
      if (commit.state() != null) {
        tree.put("state", commit.state().yamlName());
      }
    } else if (point instanceof FaultPoint.Http http) {
      tree.put("http", http.operation());
      tree.put("at", http.at().yamlName());
    } else {
      tree.put("trigger", "sent");
    }
    put(tree, "key", point.key());
    put(tree, "worker", point.worker());
    tree.put("occurrence", point.occurrence());
    return tree;
  }

  private static void put(ObjectNode tree, String name, String text) {
    if (text != null) {
      tree.set(name, Scalars.json(text));
    }
  }

  private static void action(FaultAction action, ObjectNode tree) {
    if (action instanceof Crash crash) {
      crash(crash, tree);
    } else if (action instanceof FaultAction.Terminate terminate) {
      if (terminate.within() != null) {
        tree.put("within", Durations.write(terminate.within()));
      }
      tree.put("restart", terminate.restart());
    } else if (action instanceof FaultAction.LoseTrigger lose) {
      tree.put("arrives", lose.arrives());
      put(tree, "again", lose.again());
    } else if (action instanceof FaultAction.Late late) {
      put(tree, "until", late.until());
      tree.put("within", Durations.write(late.within()));
    } else if (action instanceof Pause pause) {
      tree.put("until", until(pause)).put("within", Durations.write(pause.within()));
    } else if (action instanceof DuplicateTrigger duplicate) {
      put(tree, "to", duplicate.to());
      tree.put("hold", duplicate.hold());
      tree.put("release", Words.of(duplicate.release()));
      tree.put("within", Durations.write(duplicate.within()));
    } else if (action instanceof Hold hold) {
      tree.set("workers", ScenarioJson.list(hold.workers()));
      tree.put("release", Words.of(hold.release()));
      tree.put("within", Durations.write(hold.within()));
    } else if (action instanceof Delay delay) {
      put(tree, "target", delay.target());
      tree.put("latency", Durations.write(delay.latency()));
      tree.put("jitter", Durations.write(delay.jitter()));
      tree.put("lasts", Durations.write(delay.lasts()));
    } else if (action instanceof Refuse refuse) {
      put(tree, "target", refuse.target());
      tree.put("lasts", Durations.write(refuse.lasts()));
    } else if (action instanceof RestartDatabase restart) {
      tree.put("mode", Words.of(restart.mode())).put("port", Words.of(restart.port()));
    } else if (action instanceof FaultAction.PauseDatabase pause) {
      tree.put("for", Durations.write(pause.lasts()));
    } else if (action instanceof FaultAction.Partition partition) {
      tree.put("for", Durations.write(partition.lasts()));
    } else if (action instanceof Deadlock deadlock) {
      put(tree, "holds", deadlock.holds());
      put(tree, "wants", deadlock.wants());
      tree.put("within", Durations.write(deadlock.within()));
    } else if (action instanceof FaultAction.Error error) {
      error(error, tree);
    }
  }

  private static void crash(Crash crash, ObjectNode tree) {
    tree.put("hold", Durations.write(crash.hold())).put("restart", crash.restart());
    if (crash.all()) {
      tree.put("workers", "all");
    }
    if (crash.restart()) {
      tree.put("down", Durations.write(crash.down()));
    }
  }

  private static String until(Pause pause) {
    return pause.until() == Pause.Until.TIME
        ? Durations.write(pause.lasts())
        : Words.of(pause.until());
  }

  private static void error(FaultAction.Error error, ObjectNode tree) {
    tree.put("status", error.status());
    tree.set("headers", ScenarioJson.texts(error.headers()));
    tree.put("body", error.body());
    if (error.allKeys()) {
      tree.put("keys", "all");
    }
    if (error.lasts() != null) {
      tree.put("lasts", Durations.write(error.lasts()));
    } else if (error.times() == Integer.MAX_VALUE) {
      tree.put("times", "forever");
    } else {
      tree.put("times", error.times());
    }
  }
}
