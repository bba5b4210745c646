package dev.threeledger.environment.containers;

import dev.threeledger.environment.DatabaseServerContract;
import dev.threeledger.environment.Environment;

class ContainerDatabaseServerIT extends DatabaseServerContract {
  @Override
  protected Environment open() {
    return ContainerEnvironment.open(TestContainers.choice());
  }
}
