package dev.threeledger.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** The published schemas, as an editor applies them. */
public final class Schemas {
  public static final JsonSchema SCENARIO = read("scenario");
  public static final JsonSchema SUBJECT = read("subject");
  public static final JsonSchema EXPERIMENT = read("experiment");
  public static final JsonSchema REPLAY = read("replay");
  public static final JsonSchema RESOLUTION = read("resolution");

  private Schemas() {}

  private static JsonSchema read(String name) {
    try (InputStream in = Schemas.class.getResourceAsStream("/schema/" + name + ".schema.json")) {
      return JsonSchemaFactory.getInstance(VersionFlag.V7).getSchema(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static List<String> problems(JsonSchema schema, JsonNode document) {
    return schema.validate(document).stream().map(ValidationMessage::getMessage).toList();
  }
}
