package dev.threeledger.environment;

import dev.threeledger.wire.http.HttpTap;
import dev.threeledger.wire.postgres.PostgresTap;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** How the harness itself asks for an answer on a path, without a trace in the ledgers. */
enum PathProbe {
  /** An SSLRequest, which the tap itself answers with one byte. */
  DATABASE {
    @Override
    void exchange(Socket socket) throws IOException {
      socket.getOutputStream().write(new byte[] {0, 0, 0, 8, 4, (byte) 210, 22, 47});
      demandAnswer(socket.getInputStream());
    }
  },
  /** A question that the tap passes on to the server, whose answer is one byte. */
  DATABASE_SERVER {
    @Override
    void exchange(Socket socket) throws IOException {
      byte[] packet = ByteBuffer.allocate(8).putInt(8).putInt(PostgresTap.PROBE).array();
      socket.getOutputStream().write(packet);
      demandAnswer(socket.getInputStream());
    }
  },
  /** A request for a path that the tap itself answers. */
  OUTSIDE {
    @Override
    void exchange(Socket socket) throws IOException {
      String request =
          "GET " + HttpTap.PROBE_PATH + " HTTP/1.1\r\nHost: probe\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      demandAnswer(socket.getInputStream());
    }
  };

  /** One question and the first byte of its answer. */
  abstract void exchange(Socket socket) throws IOException;

  private static void demandAnswer(InputStream in) throws IOException {
    if (in.read() < 0) {
      throw new IOException("closed without an answer");
    }
  }
}
