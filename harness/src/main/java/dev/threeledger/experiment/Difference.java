package dev.threeledger.experiment;

/**
 * A place in which two configurations differ.
 *
 * @param path such as {@code settings.defect}
 * @param baseline its value, or null: the path is not there
 * @param candidate likewise
 */
public record Difference(String path, String baseline, String candidate) {}
