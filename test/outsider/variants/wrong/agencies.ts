import { countsOf } from '../../agencies/package.ts'
import { Href } from '../../http/href.ts'
import { asText, type Document, inside, textIn, withoutAccents } from '../document-edits.ts'
import { changeBody, changeDocument, publicationIn } from '../interceptors.ts'
import { AGENCY, ARCHIVE, PACKAGE, PUT, RENAME, SETTINGS } from '../route-patterns.ts'
import { type WrongVariant, wrong } from '../variant.ts'

/** Agencies, their packages and their settings that are not as described. */
export const WRONG_AGENCIES: readonly WrongVariant[] = [
  wrong('package does not add up', 'AGE-08', 'Activas and Disponibles make Pack.', { packageFault: 'sum' }),
  wrong('renaming is lost', 'AGE-05', 'The new name is shown.', { renameFault: 'unsaved' }),
  wrong('renaming answers the old name', 'AGE-05', 'The response is the agency as it now is.', {
    renameFault: 'answer',
  }),
  wrong('a new name in lower case', 'AGE-05', 'The name is shown as it was sent.', {
    mistake: changeBody(RENAME, (body) => ({
      ...body,
      ...(typeof body['NombreComercial'] === 'string'
        ? { NombreComercial: body['NombreComercial'].toLowerCase() }
        : {}),
    })),
  }),
  wrong('a new name of 101 characters is cut', 'AGE-05', 'A name has up to 100 characters.', {
    mistake: changeBody(RENAME, (body) => ({
      ...body,
      ...(typeof body['NombreComercial'] === 'string'
        ? { NombreComercial: body['NombreComercial'].slice(0, 100) }
        : {}),
    })),
  }),
  wrong('the agency has another AdminMail', 'AGE-06 AGE-12', 'It is identified by its mail.', {
    mistake: changeDocument(AGENCY, (document) => ({ ...document, AdminMail: `x${document['AdminMail']}` })),
  }),
  wrong('free places are texts', 'AGE-07', 'Disponibles is an integer.', {
    mistake: changeDocument(PACKAGE, inside('Baja', asText('Disponibles'))),
  }),
  wrong('counts stay when a level changes', 'AGE-08', 'Activas follows every change.', {
    mistake: {
      at: PUT,
      before: (call) =>
        (['Alta', 'Media', 'Baja'] as const).map((level) => {
          const agency = call.world.agencies.get(call.params['mail'] ?? '')
          return agency ? countsOf(call.world, agency, level).Activas : 0
        }),
      response: (answer, call, before) => {
        const agency = call.world.agencies.get(call.params['mail'] ?? '')
        const counts = before as readonly number[]
        if (!agency || answer.status !== 200) return answer
        const levels = ['Alta', 'Media', 'Baja'] as const
        const fell = levels.filter(
          (level, at) => countsOf(call.world, agency, level).Activas < (counts[at] ?? 0),
        )
        const rose = levels.filter(
          (level, at) => countsOf(call.world, agency, level).Activas > (counts[at] ?? 0),
        )
        if (rose.length > 0) for (const level of fell) agency.drift[level] += 1
        return answer
      },
    },
  }),
  wrong('mails in copy are a list', 'AGE-10', 'EmailsCCO is a string.', {
    mistake: changeDocument(
      SETTINGS,
      inside('PublicacionConsultadaHtmlMail', (channel) => ({ ...channel, EmailsCCO: ['a@b.example'] })),
    ),
  }),
  wrong('Activo of a channel is a word', 'AGE-10', 'Activo is a boolean.', {
    mistake: changeDocument(SETTINGS, inside('PublicacionConsultadaAdfMail', asText('Activo'))),
  }),
  wrong('agency names without accents', 'AGE-05', 'The name is shown as it was sent.', {
    mistake: changeBody(RENAME, textIn('NombreComercial', withoutAccents)),
  }),
  wrong('levels in lower case', 'AGE-07 COM-01', 'Names of members are as given.', {
    mistake: changeDocument(PACKAGE, ({ Baja: baja, Media: media, Alta: alta, ...document }) => ({
      ...document,
      baja,
      media,
      alta,
    })),
  }),
  wrong('EmailsCCO is an array', 'AGE-10', 'EmailsCCO is a list with commas.', {
    mistake: changeDocument(SETTINGS, (document) => {
      const mail = document['PublicacionConsultadaHtmlMail'] as Document
      return {
        ...document,
        PublicacionConsultadaHtmlMail: { ...mail, EmailsCCO: String(mail['EmailsCCO']).split(',') },
      }
    }),
  }),
  wrong('Activo of a channel is a text', 'AGE-10 COM-14', 'Activo is a boolean.', {
    mistake: changeDocument(SETTINGS, (document) => {
      const mail = document['PublicacionConsultadaHtmlMail'] as Document
      return {
        ...document,
        PublicacionConsultadaHtmlMail: { ...mail, Activo: String(mail['Activo']) },
      }
    }),
  }),
  wrong('Productos leads to another agency', 'AGE-06', 'Productos are those of the agency.', {
    mistake: changeDocument(AGENCY, (document) =>
      'Productos' in document
        ? {
            ...document,
            Productos: {
              _links: { paquete: { href: new Href(['agencias', 'encargada@valle.invalid', 'productos']) } },
            },
          }
        : document,
    ),
  }),
  wrong('Operadores leads to another agency', 'AGE-06', 'Operadores are those of the agency.', {
    mistake: changeDocument(AGENCY, (document) =>
      'Operadores' in document
        ? {
            ...document,
            Operadores: {
              _links: { colaboradores: { href: new Href(['operadores', 'encargada@valle.invalid']) } },
            },
          }
        : document,
    ),
  }),
  wrong('names of agencies are trimmed to thirty', 'AGE-05', 'NombreComercial has up to 100.', {
    mistake: changeBody(
      RENAME,
      textIn('NombreComercial', (text) => (text.length > 100 ? text : text.slice(0, 30))),
    ),
  }),
  wrong('the package shows another Pack in use', 'AGE-07 AGE-08', 'Pack is what was contracted.', {
    mistake: changeDocument(PACKAGE, (document) => {
      const change = (level: unknown) => {
        const { Activas, Disponibles } = Object(level)
        return { Activas, Disponibles, Pack: Number(Activas) + Number(Disponibles) + 1 }
      }
      return { ...document, Alta: change(document['Alta']) }
    }),
  }),
  wrong('Pack shrinks with each listing', 'AGE-07 AGE-08', 'Pack is what was contracted.', {
    mistake: changeDocument(PACKAGE, (document) =>
      Object.fromEntries(
        Object.entries(document).map(([name, level]) => {
          const { Activas, Disponibles } = Object(level)
          return name === '_links'
            ? [name, level]
            : [name, { Pack: Disponibles, Activas: 0, Disponibles, x: Activas }]
        }),
      ),
    ),
  }),
  wrong(
    'archived ones keep their place',
    'AGE-08',
    'Activas are those in use.',
    { packageFault: 'archivedKeep' },
    { packs: { Alta: 20, Media: 26, Baja: 26 } },
  ),
  wrong('the package counts the archived', 'AGE-08', 'Activas are those in use.', {
    mistake: {
      at: ARCHIVE,
      response: (answer, call) => {
        const found = answer.status < 300 ? publicationIn(call) : undefined
        const level = found?.members.Exposicion
        if (found && level) found.agency.drift[level] += 1
        return answer
      },
    },
  }),
]
