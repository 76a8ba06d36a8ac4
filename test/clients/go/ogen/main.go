// The lifecycle of a publication with a client by ogen.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"example.com/client/agency"
	"github.com/ogen-go/ogen/ogenerrors"
)

// anonymous sends no Authorization: the sandbox takes any caller for its first app.
type anonymous struct{}

func (anonymous) Hmac(context.Context, agency.OperationName) (agency.Hmac, error) {
	return agency.Hmac{}, ogenerrors.ErrSkipClientSecurity
}

func (anonymous) Key(context.Context, agency.OperationName) (agency.Key, error) {
	return agency.Key{}, ogenerrors.ErrSkipClientSecurity
}

func (anonymous) KeyAndSecret(context.Context, agency.OperationName) (agency.KeyAndSecret, error) {
	return agency.KeyAndSecret{}, ogenerrors.ErrSkipClientSecurity
}

func check(holds bool, what any) {
	if !holds {
		panic(what)
	}
}

// as returns the response of a call as the type of one of its statuses; panics when it is another.
func as[Answer any](answer any, err error) Answer {
	check(err == nil, err)
	typed, is := answer.(Answer)
	check(is, fmt.Sprintf("got %T", answer))
	return typed
}

func car(id, brand string) *agency.PublicacionCreate {
	return &agency.PublicacionCreate{
		ExternalId: id, Marca: agency.NewOptNilString(brand), Modelo: agency.NewOptNilString("corolla"),
		VersionYear: 2026, Kilometraje: 0,
		Cuota: agency.NewOptNilValorSent(agency.ValorSent{Moneda: "ARS", Importe: 350000}),
	}
}

func main() {
	ctx := context.Background()
	client, err := agency.NewClient(os.Getenv("PLAYA_URL"), anonymous{})
	check(err == nil, err)
	mail := os.Getenv("PLAYA_AGENCY")

	entry := as[*agency.EntryPointHeaders](client.EntryRead(ctx, agency.EntryReadParams{}))
	known := agency.EntryReadParams{IfNoneMatch: agency.NewOptString(entry.ETag)}
	as[*agency.EntryReadNotModified](client.EntryRead(ctx, known))

	here := agency.PublicationsCreateParams{Adminmail: mail}
	created := as[*agency.PublicacionHeaders](client.PublicationsCreate(ctx, car("GO-1", "toyota"), here))
	check(strings.HasSuffix(created.Location, "/GO-1"), "Location")
	read := as[*agency.PublicationsReadOKHeaders](
		client.PublicationsRead(ctx, agency.PublicationsReadParams{Adminmail: mail, Externalid: "GO-1"}))
	check(read.Response.Cuota.Value.Importe == 350000 && read.Response.Precio.Null, "read")

	value := agency.ValorSent{Moneda: "ARS", Importe: 25900001.55}
	price := &agency.PublicacionPartialEdit{Precio: agency.NewOptNilValorSent(value)}
	match := agency.PublicationsAmendParams{
		Adminmail: mail, Externalid: "GO-1", IfMatch: agency.NewOptString(read.ETag),
	}
	amended := as[*agency.PublicationsReadOKHeaders](client.PublicationsAmend(ctx, price, match))
	check(amended.Response.Precio.Value.Importe == 25900001.55, "price")
	stale := as[*agency.PublicationsAmendPreconditionFailed](client.PublicationsAmend(ctx, price, match))
	check(stale.Response.Title != "", "412")

	suspended := as[*agency.PublicationsReadOKHeaders](
		client.PublicationsSuspend(ctx, agency.PublicationsSuspendParams{
			Adminmail: mail, Externalid: "GO-1", IfMatch: agency.NewOptString(amended.ETag),
		}))
	check(suspended.Response.EstadoActual == "Suspendida", "suspended")
	one := agency.PublicationsAmendParams{Adminmail: mail, Externalid: "GO-1"}
	active := &agency.PublicacionPartialEdit{Activa: agency.NewOptNilBool(true)}
	resumed := as[*agency.PublicationsReadOKHeaders](client.PublicationsAmend(ctx, active, one))
	check(resumed.Response.EstadoActual == "Activa", "resumed")

	none := &agency.PublicacionPartialEdit{}
	none.Cuota.SetToNull()
	cleared := as[*agency.PublicationsReadOKHeaders](client.PublicationsAmend(ctx, none, one))
	check(cleared.Response.Cuota.Null && !cleared.Response.Precio.Null, "cleared")

	problem := as[*agency.PublicationsCreateBadRequest](
		client.PublicationsCreate(ctx, car("GO-2", "no such brand"), here))
	fmt.Println(problem.Response.Detail, problem.Response.Errors["Marca"])

	again := as[*agency.PublicationsCreateConflict](client.PublicationsCreate(ctx, car("GO-1", "toyota"), here))
	check(again.Response.Errors["ExternalId"] != nil, "409")
	limited := as[*agency.TooManyRequestsHeaders](client.CurrenciesList(ctx))
	check(limited.RetryAfter.Value > 0, "429")

	archived := as[*agency.PublicationsReadOKHeaders](
		client.PublicationsArchive(ctx, agency.PublicationsArchiveParams{Adminmail: mail, Externalid: "GO-1"}))
	check(archived.Response.EstadoActual == "Archivada", "archived")
	from := time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
	inquiries := as[*agency.ConsultaPeriodPageHeaders](client.InquiriesList(ctx, agency.InquiriesListParams{
		Adminmail: mail, Desde: agency.NewOptDate(from), Hasta: agency.NewOptDate(from.AddDate(0, 0, 27)),
	}))
	check(inquiries.Response.Total > 0 && inquiries.Response.Desde.Year() == 2026, "inquiries")
	copies := agency.HtmlMailSent{EmailsCCO: agency.NewOptNilString("gerencia@lospinos.example")}
	settings := as[*agency.NotificationsEditOKHeaders](client.NotificationsEdit(ctx,
		&agency.NotificacionesEdit{PublicacionConsultadaHtmlMail: agency.NewOptNilHtmlMailSent(copies)},
		agency.NotificationsEditParams{Adminmail: mail}))
	shown := settings.Response.PublicacionConsultadaHtmlMail.Value
	check(shown.EmailsCCO.Value == "gerencia@lospinos.example", "settings")
}
