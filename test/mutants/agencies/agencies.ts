import { everyEntry, type JsonBody } from '../support/body-changes.ts'
import {
  altersRequestBody,
  altersResponseBody,
  altersStatus,
  respondsWith,
} from '../support/operation-mistakes.ts'
import type { WrongServer } from '../support/wrong-server.ts'

const LIST = { method: 'GET', at: /\/agencias$/ }
const PUT = { method: 'PUT', at: /\/agencias\// }
const SETTINGS = { method: 'GET', at: /\/notificaciones\// }
const PUT_SETTINGS = { method: 'PUT', at: /\/notificaciones\// }

/** The full form has a member `Visitas`. */
const withOtherMail = ({ AdminMail, ...rest }: JsonBody): JsonBody =>
  'Visitas' in rest ? { adminMail: AdminMail, ...rest } : { AdminMail, ...rest }

const leadsTo = (word: string, at: RegExp): WrongServer => ({
  clause: `agencies/lead-to-their-${word}`,
  name: 'the link answers 404',
  serve: respondsWith({ method: 'GET', at }, 404),
})

export const agenciesMutants: readonly WrongServer[] = [
  {
    clause: 'agencies/have-their-members',
    name: 'no Visitas',
    serve: altersResponseBody(
      LIST,
      everyEntry(({ Visitas: _, ...rest }) => rest),
    ),
  },
  {
    clause: 'agencies/have-their-members',
    name: 'the full form has AdminMail under another name',
    serve: altersResponseBody({ method: 'GET', at: /\/agencias(\/[^/]+)?$/ }, (body) =>
      '_entries' in body ? everyEntry(withOtherMail)(body) : withOtherMail(body),
    ),
  },
  {
    clause: 'agencies/have-a-ref-form',
    name: 'refs without a title',
    serve: altersResponseBody(
      LIST,
      everyEntry(({ title: _, ...rest }) => rest),
    ),
  },
  {
    clause: 'agencies/have-a-ref-form',
    name: 'the href leads to another agency',
    serve: altersResponseBody({ method: 'GET', at: /\/agencias\/[^/]+$/ }, (body) => ({
      ...body,
      AdminMail: 'otra@x.example',
    })),
  },
  {
    clause: 'agencies/have-a-ref-form',
    name: 'an e-mail with a plus sign is not found',
    serve: altersResponseBody(LIST, ({ _entries: entries, ...rest }) => ({
      ...rest,
      _entries: [
        ...Object(entries),
        { AdminMail: 'a+b@x.example', href: '/v3/agencias/a+b@x.example', title: 'AB' },
      ],
    })),
  },
  leadsTo('productos', /\/productos$/),
  leadsTo('operadores', /\/operadores\//),
  leadsTo('notificaciones', /\/notificaciones\//),
  leadsTo('publicaciones', /\/publicaciones\//),
  leadsTo('consultas', /\/consultas\//),
  leadsTo('sucursales', /\/sucursales\//),
  leadsTo('visitas', /\/visitas\//),
  { clause: 'agencies/take-a-commercial-name', name: 'three letters are too short', serve: shortRefused() },
  {
    clause: 'agencies/take-a-commercial-name',
    name: 'the response shows the previous value',
    serve: altersResponseBody(PUT, (body) => ({
      ...body,
      ...('NombreComercial' in body && { NombreComercial: 'Automotores Los Pinos' }),
    })),
  },
  {
    clause: 'agencies/take-a-commercial-name',
    name: 'reads show the previous value',
    serve: altersResponseBody(
      LIST,
      everyEntry((entry) => ({ ...entry, NombreComercial: 'Automotores Los Pinos' })),
    ),
  },
  {
    clause: 'agencies/take-a-commercial-name',
    name: 'less is kept than the response shows',
    serve: async (request, next) => {
      const { NombreComercial } = JSON.parse((await request.clone().text()) || '{}')
      const kept = altersRequestBody(PUT, () => ({ NombreComercial: NombreComercial.slice(0, 50) }))
      return altersResponseBody(PUT, (body) =>
        'NombreComercial' in body ? { ...body, NombreComercial } : body,
      )(request, (inner) => kept(inner, next))
    },
  },
  {
    clause: 'agencies/take-a-commercial-name',
    name: 'the length is counted in bytes',
    serve: altersRequestBody(PUT, (body) =>
      Buffer.byteLength(String(body.NombreComercial)) > 100 ? { NombreComercial: 'K' } : body,
    ),
  },
  {
    clause: 'agencies/take-a-commercial-name',
    name: 'reads are escaped for HTML',
    serve: altersResponseBody(
      LIST,
      everyEntry((entry) => ({
        ...entry,
        NombreComercial: String(entry.NombreComercial).replaceAll('&', '&amp;'),
      })),
    ),
  },
  {
    clause: 'agencies/take-a-commercial-name',
    name: 'titles of refs show the name as it was first',
    serve: (() => {
      let first: unknown
      return altersResponseBody(PUT, (body) => {
        if ('NombreComercial' in body) first ??= body.NombreComercial
        return 'title' in body ? { ...body, title: first } : body
      })
    })(),
  },
  {
    clause: 'agencies/take-a-commercial-name',
    name: 'the first letter becomes a capital',
    serve: altersRequestBody(PUT, ({ NombreComercial: name }) => ({
      NombreComercial: String(name).slice(0, 1).toUpperCase() + String(name).slice(1),
    })),
  },
  {
    clause: 'agencies/take-a-commercial-name',
    name: 'the ref form is incomplete',
    serve: altersResponseBody(PUT, (body) => ('href' in body ? { AdminMail: body.AdminMail } : body)),
  },
  {
    clause: 'agencies/refuse-a-short-name',
    name: 'the name is padded',
    serve: altersRequestBody(PUT, lengthened),
  },
  {
    clause: 'agencies/refuse-a-long-name',
    name: 'the name is truncated',
    serve: altersRequestBody(PUT, cut),
  },
  {
    clause: 'agencies/refuse-a-long-name',
    name: 'refused, but carried out',
    serve: async (request, next) =>
      altersStatus(PUT, 400)(request, (inner) => altersRequestBody(PUT, cut)(inner, next)),
  },
  {
    clause: 'agencies/refuse-a-null-name',
    name: 'null becomes a text',
    serve: altersRequestBody(PUT, ({ NombreComercial }) => ({ NombreComercial: String(NombreComercial) })),
  },
  { clause: 'agencies/unknown-one-is-not-edited', name: 'answers 200', serve: altersStatus(PUT, 200) },
  {
    clause: 'agencies/show-their-notification-settings',
    name: 'a channel is missing',
    serve: altersResponseBody(SETTINGS, ({ PublicacionConsultadaAdfMail: _, ...rest }) => rest),
  },
  {
    clause: 'agencies/show-their-notification-settings',
    name: 'e-mails joined by semicolons',
    serve: altersResponseBody(SETTINGS, (body) => ({
      ...body,
      PublicacionConsultadaHtmlMail: { EmailsCCO: 'a@x.example;b@x.example', Activo: true },
    })),
  },
  {
    clause: 'agencies/settings-edit-reads-back',
    name: 'one channel takes Activo of another',
    touchesWebhooks: true,
    serve: altersRequestBody(PUT_SETTINGS, ({ PublicacionConsultadaHtmlMail: html, ...rest }) => ({
      ...rest,
      PublicacionConsultadaHtmlMail: {
        ...Object(html),
        Activo: Object(rest.PublicacionConsultadaAdfMail).Activo,
      },
    })),
  },
  {
    clause: 'agencies/settings-edit-answers-what-is-read-next',
    name: 'the response shows the previous e-mail',
    touchesWebhooks: true,
    serve: altersResponseBody(PUT_SETTINGS, (body) => ({
      ...body,
      PublicacionConsultadaAdfMail: {
        ...Object(body.PublicacionConsultadaAdfMail),
        Email: 'adf@lospinos.example',
      },
    })),
  },
  {
    clause: 'agencies/a-refused-settings-edit-changes-nothing',
    name: 'refused, but carried out',
    touchesWebhooks: true,
    serve: async (request, next) => {
      const response = await next(request.clone())
      if (request.method === 'PUT' && response.status === 400)
        await altersRequestBody(PUT_SETTINGS, (body) =>
          JSON.parse(JSON.stringify(body).replaceAll('"kit"', 'true')),
        )(request, next)
      return response
    },
  },
  {
    clause: 'agencies/settings-are-those-of-one-agency',
    name: 'every agency is shown the settings that were sent last',
    touchesWebhooks: true,
    serve: showsSettingsOfOthers(),
  },
]

function showsSettingsOfOthers(): WrongServer['serve'] {
  let sent: JsonBody = {}
  return async (request, next) => {
    const isEdit = request.method === 'PUT' && PUT_SETTINGS.at.test(request.url)
    if (isEdit) sent = JSON.parse(await request.clone().text())
    return altersResponseBody(SETTINGS, (body) => ({ ...body, ...sent }))(request, next)
  }
}

function lengthened(body: JsonBody): JsonBody {
  return { NombreComercial: String(body.NombreComercial).padEnd(3, '.') }
}

function cut(body: JsonBody): JsonBody {
  return { NombreComercial: String(body.NombreComercial).slice(0, 100) }
}

function shortRefused(): WrongServer['serve'] {
  return altersRequestBody(PUT, (body) =>
    String(body.NombreComercial).length < 4 ? { NombreComercial: 'K' } : body,
  )
}
