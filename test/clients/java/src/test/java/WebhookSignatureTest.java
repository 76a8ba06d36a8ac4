import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The snippet of the guide on the vectors whose service chose the defaults. */
class WebhookSignatureTest {
    @Test
    void vectors() throws Exception {
        var tried = 0;
        for (var vector : new ObjectMapper().readTree(new File("webhook-signatures.json")).get("vectors")) {
            if (!vector.get("profile").isEmpty()) continue;
            var headers = vector.get("headers");
            var genuine = WebhookSignature.isGenuine(
                name -> headers.has(name) ? headers.get(name).asText() : null,
                vector.get("secret").asText(), Instant.parse(vector.get("now").asText()));
            assertEquals(vector.get("verified").asBoolean(), genuine, vector.get("name").asText());
            tried += 1;
        }
        assertTrue(tried > 10);
    }
}
