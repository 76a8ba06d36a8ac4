import { markupText, stripNonXml } from '../../lib/text/markup.ts'
import { carTitle, type InquiryDetails, inquirerName } from './inquiry-details.ts'
import { momentText, moneyText, singleLine, spanishNumber } from './mail-text.ts'

/** Renders an inquiry as a mail in Spanish: subject, text and HTML (`events/html-mail`). */
export const htmlMail = (
  details: InquiryDetails,
): { readonly subject: string; readonly text: string; readonly html: string } => {
  const sections = sectionsOf(details)
  return { subject: subjectOf(details), text: textOf(details, sections), html: htmlOf(details, sections) }
}

/** Subject line of a mail about an inquiry. */
export const subjectOf = (details: InquiryDetails): string =>
  singleLine(
    `Consulta por ${carTitle(details) || 'un vehículo'}${inquirerName(details) && ` de ${inquirerName(details)}`}`,
  )

interface Section {
  readonly title: string
  readonly rows: readonly (readonly [label: string, value: string])[]
}

const sectionsOf = (details: InquiryDetails): readonly Section[] => {
  const { car, inquirer, listing } = details
  const info = inquirer.InfoOperacion
  return [
    section('Interesado', [
      ['Nombre', inquirerName(details)],
      ['Correo', inquirer.Email],
      ['Teléfono', inquirer.Telefono],
      ['Documento', inquirer.DocIdentidad],
      ['Ciudad', [inquirer.Ciudad, inquirer.Provincia].filter(Boolean).join(', ')],
      ['Interés', inquirer.Interes],
    ]),
    section('Vehículo', [
      ['Publicación', car.ExternalId],
      ['Referencia', car.RefStock],
      ['Estado', car.Estado],
      ['Kilometraje', car.Kilometraje === null ? null : `${spanishNumber(car.Kilometraje)} km`],
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
      [
        'Adelanto deseado',
        info?.FinanciacionDeseada?.Adelanto && moneyText(info.FinanciacionDeseada.Adelanto),
      ],
      ['Cuota deseada', info?.FinanciacionDeseada?.Cuota && moneyText(info.FinanciacionDeseada.Cuota)],
      ['Cotización de seguro', info?.QuiereCotizacionSeguro ? 'Sí' : null],
    ]),
  ].filter(({ rows }) => rows.length > 0)
}

const section = (
  title: string,
  rows: readonly (readonly [string, string | null | undefined])[],
): Section => ({
  title,
  rows: rows.flatMap(([label, value]) => {
    const shown = singleLine(value ?? '')
    return shown === '' ? [] : [[label, shown] as const]
  }),
})

const introOf = ({ agency, Momento }: InquiryDetails): string =>
  singleLine(`${agency.NombreComercial} recibió una consulta el ${momentText(Momento)}.`)

const commentOf = ({ inquirer }: InquiryDetails): string => stripNonXml(inquirer.Comentario ?? '').trim()

const textOf = (details: InquiryDetails, sections: readonly Section[]): string => {
  const comment = commentOf(details)
  return [
    introOf(details),
    singleLine(carTitle(details)),
    comment && `Comentario:\n${comment}`,
    ...sections.map(({ title, rows }) =>
      [title, ...rows.map(([label, value]) => `  ${label}: ${value}`)].join('\n'),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

const htmlOf = (details: InquiryDetails, sections: readonly Section[]): string => {
  const title = markupText(singleLine(carTitle(details)))
  const photo = details.listing?.photo
  const comment = markupText(commentOf(details)).replaceAll('\n', '<br>\n')
  return `${[
    '<!DOCTYPE html>',
    '<html lang="es">',
    `<head><meta charset="utf-8"><title>${markupText(subjectOf(details))}</title></head>`,
    '<body style="margin:0;padding:24px;font-family:Arial,Helvetica,sans-serif;color:#222">',
    `<p>${markupText(introOf(details))}</p>`,
    `<h1 style="font-size:20px">${title}</h1>`,
    ...(photo
      ? [
          `<p><img src="${markupText(photo)}" alt="${title}" width="480" style="max-width:100%;height:auto"></p>`,
        ]
      : []),
    ...(comment
      ? [`<blockquote style="margin:0;padding:8px 16px;background:#f3f3f3">${comment}</blockquote>`]
      : []),
    ...sections.flatMap(tableOf),
    '</body>',
    '</html>',
  ].join('\n')}\n`
}

const tableOf = ({ title, rows }: Section): string[] => [
  `<h2 style="font-size:16px">${markupText(title)}</h2>`,
  '<table cellpadding="4">',
  ...rows.map(
    ([label, value]) => `<tr><th align="left">${markupText(label)}</th><td>${markupText(value)}</td></tr>`,
  ),
  '</table>',
]
