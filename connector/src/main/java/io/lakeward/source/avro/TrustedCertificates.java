package io.lakeward.source.avro;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Certificates of a PEM file as those whom a connection trusts. */
final class TrustedCertificates {
  private TrustedCertificates() {}

  /**
   * A context that trusts the file's certificates.
   *
   * @throws LakewardException SCHEMA_REGISTRY_UNREADABLE where the file has none
   */
  static SSLContext context(String file) {
    try (InputStream pem = Files.newInputStream(Path.of(file))) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        store.setCertificateEntry("authority-" + number++, certificate);
      }
      if (number == 0) {
        throw new GeneralSecurityException("the file has no certificate");
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw LakewardException.of(ErrorCode.SCHEMA_REGISTRY_UNREADABLE)
          .fact("certificates", file)
          .fact("problem", e.toString())
          .advice("give a PEM file of certificates in source.schema_registry.certificates")
          .cause(e)
          .build();
    }
  }
}
