import { html } from 'hono/html'
import type { Markup } from '../ui/components/components.ts'
import type { PublicationData } from '../ui/sandbox/api-types.ts'
import { formatMileage } from './formats.ts'
import { resizedPhoto, serverPhotoPath } from './photos.ts'

/** Renders the photos of this server as a scrolling strip with thumbnails. It needs no script. */
export const photoGallery = (urls: readonly string[], origin: string, name: string): Markup => {
  const paths = urls.flatMap((url) => serverPhotoPath(url, origin) ?? [])
  if (paths.length === 0) return noPhotos(urls.length)
  const photos = paths.map(
    (path, i) =>
      html`<img id="foto-${i + 1}" src="${resizedPhoto(path, 960, 540)}"
        alt="${name}, foto ${i + 1} de ${paths.length}" width="960" height="540"${
          i === 0
            ? ''
            : html`
          loading="lazy"`
        }>`,
  )
  return html`<div class="strip" role="region" aria-label="Fotos de ${name}" tabindex="0">${photos}</div>
  ${paths.length > 1 ? thumbnails(paths) : ''}`
}

const noPhotos = (externalCount: number): Markup =>
  html`<p class="no-photo large">${
    externalCount > 0
      ? `Tiene ${externalCount} ${externalCount === 1 ? 'foto' : 'fotos'} en otro sitio, que acá no se cargan`
      : 'Sin fotos'
  }</p>`

const thumbnails = (paths: readonly string[]): Markup =>
  html`<ul class="thumbs" aria-label="Fotos">${paths.map(
    (path, i) =>
      html`<li><a href="#foto-${i + 1}" aria-label="Foto ${i + 1}"><img src="${resizedPhoto(path, 160, 90)}"
        alt="" width="160" height="90" loading="lazy"></a></li>`,
  )}</ul>`

/** Renders the technical data of a publication, its custom rows included. */
export const technicalData = (publication: PublicationData): Markup => {
  const custom = publication.DatosTecnicosCustom.map((row): readonly [string, string] =>
    typeof row === 'string' ? ['Otro dato', row] : [row.Datos, row.Valor],
  )
  const rows: readonly (readonly [string, string | number | null])[] = [
    ['Marca', publication.Marca],
    ['Modelo', publication.Modelo],
    ['Versión', publication.Version],
    ['Año', publication.VersionYear],
    ['Kilometraje', publication.Kilometraje === null ? null : formatMileage(publication.Kilometraje)],
    ['Color', publication.Color],
    ['Transmisión', publication.Transmision],
    ['Combustible', publication.Propulsion],
    ...custom,
  ]
  return html`<dl class="data">${rows.flatMap(([name, value]) =>
    value === null || value === '' ? [] : [html`<div><dt>${name}</dt><dd>${value}</dd></div>`],
  )}</dl>`
}
