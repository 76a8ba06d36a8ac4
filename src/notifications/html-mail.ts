import { carTitle, type LeadSheet, nameOf } from './lead-sheet.ts'
import { grouped, momentText, moneyText, oneLine } from './mail-text.ts'
import { cleaned, escaped } from './xml.ts'

/** Subject, text and HTML of the mail that tells people of an inquiry (`events/html-mail`), in Spanish. */
export const htmlMail = (
  sheet: LeadSheet,
): { readonly subject: string; readonly text: string; readonly html: string } => {
  const sections = sectionsOf(sheet)
  return { subject: subjectOf(sheet), text: textOf(sheet, sections), html: htmlOf(sheet, sections) }
}

export const subjectOf = (sheet: LeadSheet): string =>
  oneLine(`Consulta por ${carTitle(sheet) || 'un vehículo'}${nameOf(sheet) && ` de ${nameOf(sheet)}`}`)

interface Section {
  readonly title: string
  readonly rows: readonly (readonly [label: string, value: string])[]
}

const sectionsOf = (sheet: LeadSheet): readonly Section[] => {
  const { car, who, listing } = sheet
  const info = who.InfoOperacion
  return [
    section('Interesado', [
      ['Nombre', nameOf(sheet)],
      ['Correo', who.Email],
      ['Teléfono', who.Telefono],
      ['Documento', who.DocIdentidad],
      ['Ciudad', [who.Ciudad, who.Provincia].filter(Boolean).join(', ')],
      ['Interés', who.Interes],
    ]),
    section('Vehículo', [
      ['Publicación', car.ExternalId],
      ['Referencia', car.RefStock],
      ['Estado', car.Estado],
      ['Kilometraje', car.Kilometraje === null ? null : `${grouped(car.Kilometraje)} km`],
      ['Color', car.Color],
      ['Transmisión', listing?.Transmision],
      ['Precio', car.Precio && moneyText(car.Precio)],
      ['Anticipo', car.Anticipo && moneyText(car.Anticipo)],
      ['Cuota', car.Cuota && moneyText(car.Cuota)],
    ]),
    section('Operación', [
      [
        'Entrega',
        info?.EntregaVehiculo &&
          [info.EntregaVehiculo.Marca, info.EntregaVehiculo.Modelo, info.EntregaVehiculo.VersionYear]
            .filter(Boolean)
            .join(' '),
      ],
      ['Adelanto deseado', info?.FinanciacionDeseada?.Adelanto && moneyText(info.FinanciacionDeseada.Adelanto)],
      ['Cuota deseada', info?.FinanciacionDeseada?.Cuota && moneyText(info.FinanciacionDeseada.Cuota)],
      ['Cotización de seguro', info?.QuiereCotizacionSeguro ? 'Sí' : null],
    ]),
  ].filter(({ rows }) => rows.length > 0)
}

const section = (title: string, rows: readonly (readonly [string, string | null | undefined])[]): Section => ({
  title,
  rows: rows.flatMap(([label, value]) => {
    const shown = oneLine(value ?? '')
    return shown === '' ? [] : [[label, shown] as const]
  }),
})

const introOf = ({ agency, Momento }: LeadSheet): string =>
  oneLine(`${agency.NombreComercial} recibió una consulta el ${momentText(Momento)}.`)

const commentOf = ({ who }: LeadSheet): string => cleaned(who.Comentario ?? '').trim()

const textOf = (sheet: LeadSheet, sections: readonly Section[]): string => {
  const comment = commentOf(sheet)
  return [
    introOf(sheet),
    oneLine(carTitle(sheet)),
    comment && `Comentario:\n${comment}`,
    ...sections.map(({ title, rows }) => [title, ...rows.map(([label, value]) => `  ${label}: ${value}`)].join('\n')),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

const htmlOf = (sheet: LeadSheet, sections: readonly Section[]): string => {
  const title = escaped(oneLine(carTitle(sheet)))
  const photo = sheet.listing?.photo
  const comment = escaped(commentOf(sheet)).replaceAll('\n', '<br>\n')
  return `${[
    '<!DOCTYPE html>',
    '<html lang="es">',
    `<head><meta charset="utf-8"><title>${escaped(subjectOf(sheet))}</title></head>`,
    '<body style="margin:0;padding:24px;font-family:Arial,Helvetica,sans-serif;color:#222">',
    `<p>${escaped(introOf(sheet))}</p>`,
    `<h1 style="font-size:20px">${title}</h1>`,
    ...(photo
      ? [`<p><img src="${escaped(photo)}" alt="${title}" width="480" style="max-width:100%;height:auto"></p>`]
      : []),
    ...(comment ? [`<blockquote style="margin:0;padding:8px 16px;background:#f3f3f3">${comment}</blockquote>`] : []),
    ...sections.flatMap(tableOf),
    '</body>',
    '</html>',
  ].join('\n')}\n`
}

const tableOf = ({ title, rows }: Section): string[] => [
  `<h2 style="font-size:16px">${escaped(title)}</h2>`,
  '<table cellpadding="4">',
  ...rows.map(([label, value]) => `<tr><th align="left">${escaped(label)}</th><td>${escaped(value)}</td></tr>`),
  '</table>',
]
