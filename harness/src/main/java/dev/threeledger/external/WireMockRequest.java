package dev.threeledger.external;

import com.github.tomakehurst.wiremock.http.QueryParameter;
import com.github.tomakehurst.wiremock.http.Request;
import java.net.URI;
import java.util.Arrays;
import java.util.List;

/** A request as WireMock holds it. */
record WireMockRequest(Request request) implements Incoming {
  @Override
  public String header(String name) {
    return request.getHeader(name);
  }

  @Override
  public String query(String name) {
    QueryParameter parameter = request.queryParameter(name);
    return parameter == null || !parameter.isPresent() ? null : parameter.firstValue();
  }

  @Override
  public List<String> path() {
    String path = URI.create(request.getUrl()).getPath();
    return Arrays.stream(path.split("/")).filter(segment -> !segment.isEmpty()).toList();
  }

  @Override
  public byte[] body() {
    byte[] body = request.getBody();
    return body == null ? new byte[0] : body;
  }
}
