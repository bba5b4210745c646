package dev.threeledger.environment;

class EmbeddedDatabaseServerIT extends DatabaseServerContract {
  @Override
  protected Environment open() {
    return EmbeddedEnvironment.open(EnvironmentChoice.embedded());
  }
}
