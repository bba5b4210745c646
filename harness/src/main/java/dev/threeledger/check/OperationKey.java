package dev.threeledger.check;

/**
 * What may take effect once.
 *
 * @param operation of an outside system, such as {@code payments.charge}
 * @param key business key; null when the request named none
 */
record OperationKey(String operation, String key) {}
