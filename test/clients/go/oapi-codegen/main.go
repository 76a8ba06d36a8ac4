// The lifecycle of a publication with a client by oapi-codegen.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"example.com/client/agency"
	"github.com/oapi-codegen/nullable"
	"github.com/oapi-codegen/runtime/types"
)

func check(holds bool, what any) {
	if !holds {
		panic(what)
	}
}

func must[T any](value T, err error) T {
	check(err == nil, err)
	return value
}

func car(id, brand string) agency.PublicacionCreate {
	return agency.PublicacionCreate{
		ExternalId: id, Marca: nullable.NewNullableWithValue(brand),
		Modelo: nullable.NewNullableWithValue("corolla"), VersionYear: 2026, Kilometraje: 0,
		Cuota: nullable.NewNullableWithValue(agency.ValorSent{Moneda: "ARS", Importe: 350000}),
	}
}

func main() {
	ctx := context.Background()
	client := must(agency.NewClientWithResponses(os.Getenv("PLAYA_URL")))
	mail := types.Email(os.Getenv("PLAYA_AGENCY"))

	entry := must(client.EntryReadWithResponse(ctx, nil))
	known := &agency.EntryReadParams{IfNoneMatch: &entry.Headers200.ETag}
	unchanged := must(client.EntryReadWithResponse(ctx, known))
	check(unchanged.StatusCode() == 304 && unchanged.JSON200 == nil, "304")

	created := must(client.PublicationsCreateWithResponse(ctx, mail, car("GO-1", "toyota")))
	check(strings.HasSuffix(created.Headers201.Location, "/GO-1"), "Location")
	read := must(client.PublicationsReadWithResponse(ctx, mail, "GO-1", nil))
	check(read.JSON200.Cuota.MustGet().Importe == 350000 && read.JSON200.Precio.IsNull(), "read")

	value := agency.ValorSent{Moneda: "ARS", Importe: 25900001.55}
	price := agency.PublicacionPartialEdit{Precio: nullable.NewNullableWithValue(value)}
	match := &agency.PublicationsAmendParams{IfMatch: &read.Headers200.ETag}
	amended := must(client.PublicationsAmendWithResponse(ctx, mail, "GO-1", match, price))
	check(amended.JSON200.Precio.MustGet().Importe == 25900001.55, "price")
	stale := must(client.PublicationsAmendWithResponse(ctx, mail, "GO-1", match, price))
	check(stale.StatusCode() == 412 && stale.JSON412.Title != "", "412")

	current := &agency.PublicationsSuspendParams{IfMatch: &amended.Headers200.ETag}
	suspended := must(client.PublicationsSuspendWithResponse(ctx, mail, "GO-1", current))
	check(suspended.JSON200.EstadoActual == "Suspendida", "suspended")
	active := agency.PublicacionPartialEdit{Activa: nullable.NewNullableWithValue(true)}
	resumed := must(client.PublicationsAmendWithResponse(ctx, mail, "GO-1", nil, active))
	check(resumed.JSON200.EstadoActual == "Activa", "resumed")

	none := agency.PublicacionPartialEdit{Cuota: nullable.NewNullNullable[agency.ValorSent]()}
	cleared := must(client.PublicationsAmendWithResponse(ctx, mail, "GO-1", nil, none))
	check(cleared.JSON200.Cuota.IsNull() && !cleared.JSON200.Precio.IsNull(), "cleared")

	refused := must(client.PublicationsCreateWithResponse(ctx, mail, car("GO-2", "no such brand")))
	problem := refused.ApplicationproblemJSON400
	fmt.Println(problem.Detail, problem.Errors["Marca"])

	again := must(client.PublicationsCreateWithResponse(ctx, mail, car("GO-1", "toyota")))
	check(again.ApplicationproblemJSON409.Errors["ExternalId"] != nil, "409")
	limited := must(client.CurrenciesListWithResponse(ctx))
	check(limited.StatusCode() == 429 && *limited.Headers429.RetryAfter > 0, "429")

	archived := must(client.PublicationsArchiveWithResponse(ctx, mail, "GO-1", nil))
	check(archived.JSON200.EstadoActual == "Archivada", "archived")
	from := types.Date{Time: time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)}
	until := types.Date{Time: from.AddDate(0, 0, 27)}
	period := &agency.InquiriesListParams{Desde: &from, Hasta: &until}
	inquiries := must(client.InquiriesListWithResponse(ctx, mail, period))
	check(inquiries.JSON200.Total > 0 && inquiries.JSON200.Desde.Year() == 2026, "inquiries")
	copies := agency.HtmlMailSent{EmailsCCO: nullable.NewNullableWithValue("gerencia@lospinos.example")}
	settings := must(client.NotificationsEditWithResponse(ctx, mail, agency.NotificacionesEdit{
		PublicacionConsultadaHtmlMail: nullable.NewNullableWithValue(copies),
	}))
	shown := settings.JSON200.PublicacionConsultadaHtmlMail.MustGet()
	check(shown.EmailsCCO.MustGet() == "gerencia@lospinos.example", "settings")
}
