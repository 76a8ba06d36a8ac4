import { type Document, inside, set, textIn } from '../document-edits.ts'
import { changeDocument, changeEntries } from '../interceptors.ts'
import { INQUIRIES, INQUIRY } from '../route-patterns.ts'
import { type WrongVariant, wrong } from '../variant.ts'

/** Inquiries that are shown or read differently than received. */
export const WRONG_INQUIRIES: readonly WrongVariant[] = [
  wrong('Momento without offset', 'INQ-02', 'Momento has an offset.', { inquiryFault: 'offset' }),
  wrong('catalogue inquiry with an id', 'INQ-03', 'Its ExternalId is empty.', {
    inquiryFault: 'catalogueId',
  }),
  wrong('inquiries of the list unreadable', 'INQ-01', 'An inquiry can be read by its sid.', {
    inquiryFault: 'sid',
  }),
  wrong('inquiries can be deleted', 'INQ-09', 'Inquiries are read-only.', { inquiryFault: 'writable' }),
  wrong('an inquiry of the list has no comment', 'INQ-02 INQ-04', 'The list shows the inquiry.', {
    mistake: changeEntries(INQUIRIES, inside('Interesado', set('Comentario', null))),
  }),
  wrong('an inquiry has another moment when read', 'INQ-01', 'It is the inquiry of the list.', {
    mistake: changeDocument(INQUIRY, (document) =>
      'Momento' in document ? { ...document, Momento: '2020-01-01T00:00:00Z' } : document,
    ),
  }),
  wrong('an amount of an inquiry is a number', 'COM-07 INQ-02', 'Precio is a Valor.', {
    mistake: changeDocument(
      INQUIRY,
      inside('Auto', (car) => ({ ...car, Precio: 1500 })),
    ),
  }),
  wrong('the year of an inquiry is a text', 'COM-14 INQ-02', 'VersionYear is an integer.', {
    mistake: changeEntries(
      INQUIRIES,
      inside('Auto', (car) => ({ ...car, VersionYear: '2019' })),
    ),
  }),
  wrong('moments of a list have no offset', 'INQ-02', 'Momento has an offset.', {
    mistake: changeEntries(
      INQUIRIES,
      textIn('Momento', (text) => text.slice(0, 19)),
    ),
  }),
  wrong('prices of inquiries are texts', 'COM-07 INQ-02', 'Importe is a number.', {
    mistake: changeEntries(INQUIRIES, (entry) => {
      const car = entry['Auto'] as Document | undefined
      const price = car?.['Precio'] as Document | null | undefined
      return car && price
        ? { ...entry, Auto: { ...car, Precio: { ...price, Importe: String(price['Importe']) } } }
        : entry
    }),
  }),
  wrong('an inquiry has another operator when read', 'INQ-01 INQ-02', 'An entry is the inquiry.', {
    mistake: changeDocument(INQUIRY, (document, { params }) => ({
      ...document,
      OperadorResponsable: params['mail'],
    })),
  }),
  wrong('an inquiry has no comment when read', 'INQ-01 INQ-02', 'An entry is the inquiry.', {
    mistake: changeDocument(INQUIRY, (document) =>
      'Interesado' in document
        ? { ...document, Interesado: { ...Object(document['Interesado']), Comentario: null } }
        : document,
    ),
  }),
  wrong('an inquiry has another car when read', 'INQ-01 INQ-02', 'An entry is the inquiry.', {
    mistake: changeDocument(INQUIRY, (document) =>
      'Auto' in document ? { ...document, Auto: { ...Object(document['Auto']), Modelo: 'Otro' } } : document,
    ),
  }),
  wrong('moments without time', 'INQ-02', 'Momento is a date-time.', {
    mistake: changeEntries(
      INQUIRIES,
      textIn('Momento', (text) => text.slice(0, 10)),
    ),
  }),
  wrong('a publication inquiry names no publication', 'INQ-03 INQ-02', 'Only catalogue ones are empty.', {
    mistake: changeEntries(INQUIRIES, (entry) =>
      'Auto' in entry ? { ...entry, Auto: { ...Object(entry['Auto']), ExternalId: '' } } : entry,
    ),
  }),
  wrong('catalogue inquiries are not found', 'INQ-01', 'An inquiry that is listed can be read.', {
    mistake: {
      at: INQUIRY,
      response: (answer) =>
        (answer.document as Document | undefined)?.['TipoAnuncio'] === 'catalogo'
          ? { status: 404, text: 'No.', type: 'text/plain' }
          : answer,
    },
  }),
]
