/**
 * Child processes that cannot outlive the harness.
 *
 * <p>Reads {@code /proc}; takes a command line; gives its process group: signals to the whole of
 * it, its end as the kernel reports it, and what is left of it.
 *
 * <p>Start reading at {@link dev.threeledger.process.LeashedProcess}.
 *
 * <p>Guarantees: a process group ends with the JVM that started it, also when that JVM is killed by
 * SIGKILL and also when the group is stopped by SIGSTOP. Signal names are those of {@code kill},
 * without SIG. A process that leaves its group (setsid) is out of sight.
 *
 * <p>May import: no other package of Threeledger.
 */
package dev.threeledger.process;
