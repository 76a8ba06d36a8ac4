import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.time.LocalDate;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

/** The lifecycle of a publication with a client by openapi-generator, library native. */
public class Lifecycle {
    interface Call {
        Object send() throws ApiException;
    }

    /** Returns the exception of a call; its body is the text of the response. */
    static ApiException refusal(int status, Call call) throws ApiException {
        try {
            call.send();
        } catch (ApiException error) {
            check(error.getCode() == status, "expected " + status + ", got " + error.getCode());
            return error;
        }
        throw new AssertionError("not refused");
    }

    static void check(boolean holds, String what) {
        if (!holds) throw new AssertionError(what);
    }

    static PublicacionCreate car(String id, String brand) {
        return new PublicacionCreate().externalId(id).marca(brand).modelo("corolla").versionYear(2026)
            .kilometraje(0).cuota(new ValorSent().moneda("ARS").importe(new BigDecimal(350000)));
    }

    public static void main(String[] arguments) throws Exception {
        var client = new ApiClient();
        client.updateBaseUri(System.getenv("PLAYA_URL"));
        var publications = new PublicationsApi(client);
        var agency = System.getenv("PLAYA_AGENCY");

        var entry = new EntryApi(client);
        var first = entry.entryReadWithHttpInfo(null);
        refusal(304, () -> entry.entryRead(first.getHeaders().get("etag").get(0)));

        var created = publications.publicationsCreateWithHttpInfo(agency, car("JAVA-1", "toyota"));
        check(created.getHeaders().get("location").get(0).endsWith("/JAVA-1"), "location");
        var read = publications.publicationsReadWithHttpInfo(agency, "JAVA-1", null);
        check(read.getData().getCuota().getImporte().intValueExact() == 350000, "instalment");

        var tag = read.getHeaders().get("etag").get(0);
        var price = new PublicacionPartialEdit()
            .precio(new ValorSent().moneda("ARS").importe(new BigDecimal("25900001.55")));
        var amended = publications.publicationsAmendWithHttpInfo(agency, "JAVA-1", price, tag);
        check(amended.getData().getPrecio().getImporte().equals(new BigDecimal("25900001.55")), "price");
        refusal(412, () -> publications.publicationsAmend(agency, "JAVA-1", price, tag));

        var current = amended.getHeaders().get("etag").get(0);
        var suspended = publications.publicationsSuspend(agency, "JAVA-1", current);
        check(suspended.getEstadoActual().equals("Suspendida"), "suspended");
        var active = new PublicacionPartialEdit().activa(true);
        var resumed = publications.publicationsAmend(agency, "JAVA-1", active, null);
        check(resumed.getEstadoActual().equals("Activa"), "resumed");

        var cleared = publications.publicationsAmend(
            agency, "JAVA-1", new PublicacionPartialEdit().cuota(null), null);
        check(cleared.getCuota() == null && cleared.getPrecio() != null, "cleared");

        var refused = refusal(400, () -> publications.publicationsCreate(agency, car("JAVA-2", "no such")));
        var problem = new ObjectMapper().readValue(refused.getResponseBody(), ValidationProblemDetails.class);
        System.out.println(problem.getDetail() + " " + problem.getErrors().get("Marca"));

        refusal(409, () -> publications.publicationsCreate(agency, car("JAVA-1", "toyota")));
        var limited = refusal(429, () -> new CurrenciesApi(client).currenciesList());
        check(limited.getResponseHeaders().firstValue("Retry-After").isPresent(), "Retry-After");

        var archived = publications.publicationsArchive(agency, "JAVA-1", null);
        check(archived.getEstadoActual().equals("Archivada"), "archived");
        var from = LocalDate.of(2026, 2, 1);
        var inquiries = new InquiriesApi(client)
            .inquiriesList(agency, null, null, from, from.plusDays(27), null);
        check(inquiries.getTotal() > 0 && inquiries.getDesde().getYear() == 2026, "inquiries");
        var mail = new HtmlMailSent().emailsCCO("gerencia@lospinos.example");
        var settings = new NotificationsApi(client)
            .notificationsEdit(agency, new NotificacionesEdit().publicacionConsultadaHtmlMail(mail));
        check(settings.getPublicacionConsultadaHtmlMail().getEmailsCCO().equals("gerencia@lospinos.example"),
            "settings");
    }
}
