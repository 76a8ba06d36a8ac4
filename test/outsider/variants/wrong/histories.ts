import { hookKey, type Members, type Publication } from '../../world.ts'
import { bodyIn, type Document, isRecord, set } from '../document-edits.ts'
import { changeProblem, countCalls, type Interceptor, memoryOf, publicationIn } from '../interceptors.ts'
import {
  ANY,
  ARCHIVE,
  CONDITIONAL,
  CONFIGURE,
  CREATE,
  INQUIRY,
  PATCH,
  READ,
  SUSPEND,
} from '../route-patterns.ts'
import { type WrongVariant, wrong } from '../variant.ts'

/** Gives members back the values that they had at the create, when a step succeeds. */
const forgettingEdits = (at: RegExp, names: readonly (keyof Members)[]): Interceptor => ({
  at: new RegExp(`${at.source}|${CREATE.source}`),
  response: (answer, call) => {
    const found = answer.status < 300 ? publicationIn(call) : undefined
    if (!found) return answer
    const memory = memoryOf(call)
    const key = `first ${found.serial}`
    if (call.method === 'POST') memory.set(key, found.members)
    const first = memory.get(key) as Members | undefined
    if (call.method === 'POST' || !first) return answer
    const old = Object.fromEntries(names.map((name) => [name, first[name]]))
    found.members = { ...found.members, ...old }
    const isFull = isRecord(answer.document) && 'Consultas' in answer.document
    return isFull ? { ...answer, document: { ...(answer.document as Document), ...old } } : answer
  },
})

/** Keeps a listing as it was before a write, so that the mistake can restore it. */
const stateOf = (found: Publication | undefined) =>
  found && { members: { ...found.members }, phase: found.phase, revision: found.revision }

/** Responses that depend on earlier requests against the description. */
export const WRONG_HISTORIES: readonly WrongVariant[] = [
  wrong('a suspension brings the first price back', 'PUB-29', 'It changes the state.', {
    mistake: forgettingEdits(SUSPEND, ['Precio']),
  }),
  wrong('archiving brings the first price back', 'PUB-30', 'It changes the state.', {
    mistake: forgettingEdits(ARCHIVE, ['Precio']),
  }),
  wrong('a partial edit brings the first description back', 'PUB-28', 'Only amounts and Activa.', {
    mistake: forgettingEdits(PATCH, ['Descripcion', 'Color']),
  }),
  wrong('edits of a suspended one are lost when it is activated', 'PUB-37 PUB-21', 'An edit stays.', {
    mistake: {
      at: CONDITIONAL,
      before: (call) => {
        const found = publicationIn(call)
        return found && { phase: found.phase, members: found.members }
      },
      response: (answer, call, before) => {
        const found = answer.status < 300 ? publicationIn(call) : undefined
        const was = before as Pick<Publication, 'phase' | 'members'> | undefined
        if (!found || !was) return answer
        const memory = memoryOf(call)
        const key = `active ${found.serial}`
        if (was.phase === 'active' && found.phase === 'suspended') memory.set(key, was.members)
        const old = memory.get(key) as Members | undefined
        if (was.phase !== 'suspended' || found.phase !== 'active' || !old) return answer
        found.members = { ...found.members, Precio: old.Precio, Descripcion: old.Descripcion }
        return answer
      },
    },
  }),
  wrong(
    'a restart every two hundred requests changes the tags',
    'PUB-33',
    'A tag changes with its listing.',
    {
      mistake: {
        at: ANY,
        before: (call) => {
          if (countCalls(call) % 200 === 0)
            for (const one of call.world.publications.values()) one.revision += 100
        },
      },
    },
  ),
  wrong('every thirtieth edit is answered and lost', 'PUB-21 PUB-28', 'What an edit answers is kept.', {
    mistake: {
      at: CONDITIONAL,
      before: (call) => stateOf(publicationIn(call)),
      response: (answer, call, before) => {
        const found = answer.status < 300 ? publicationIn(call) : undefined
        const was = before as ReturnType<typeof stateOf>
        if (found && was && countCalls(call) % 30 === 0) Object.assign(found, was)
        return answer
      },
    },
  }),
  wrong('the ref form is one write behind', 'COM-10 PUB-02', 'Both forms are of one listing.', {
    mistake: {
      at: new RegExp(`${CONDITIONAL.source}|${READ.source}`),
      before: (call) => (call.method === 'GET' ? undefined : stateOf(publicationIn(call))),
      response: (answer, call, before) => {
        const found = publicationIn(call)
        const memory = memoryOf(call)
        if (found && call.method !== 'GET' && answer.status < 300)
          memory.set(`before ${found.serial}`, before)
        const old = memory.get(`before ${found?.serial}`) as ReturnType<typeof stateOf>
        const isRef = call.form === 'ref' && call.method === 'GET' && isRecord(answer.document)
        return isRef && old?.phase === 'active' && answer.status === 200
          ? { ...answer, document: { ...(answer.document as Document), EstadoActual: 'Activa' } }
          : answer
      },
    },
  }),
  wrong('Instance is the path of the problem before', 'ERR-02', 'Instance is the path of the request.', {
    mistake: changeProblem((document, call) => {
      const memory = memoryOf(call)
      const before = memory.get('instance') ?? document['Instance']
      memory.set('instance', document['Instance'])
      return { ...document, Instance: before }
    }),
  }),
  wrong('Errors also name the member that was wrong before', 'ERR-03', 'Errors lists what is wrong.', {
    mistake: changeProblem((document, call) => {
      const errors = document['Errors']
      if (!isRecord(errors)) return document
      const memory = memoryOf(call)
      const before = memory.get('errors') as Document | undefined
      memory.set('errors', errors)
      return { ...document, Errors: { ...before, ...errors } }
    }),
  }),
  wrong('an inquiry comes in when it is read', 'INQ-02', 'Momento is the time of reception.', {
    mistake: {
      at: INQUIRY,
      response: (answer, call) =>
        answer.status === 200 && isRecord(answer.document) && 'Momento' in answer.document
          ? { ...answer, document: set('Momento', new Date(call.world.now()).toISOString())(answer.document) }
          : answer,
    },
  }),
  wrong('a webhook that is active again stays silent', 'EVT-04', 'Activo true is delivered.', {
    mistake: {
      at: CONFIGURE,
      before: (call) => call.world.hooks.get(hookKey(call.app, call.params['topic'] ?? ''))?.values['Activo'],
      response: (answer, call, before) => {
        const { Activo } = bodyIn(call)
        const hook = call.world.hooks.get(hookKey(call.app, call.params['topic'] ?? ''))
        if (hook && before === false && Activo !== false && answer.status < 300 && countCalls(call) > 6)
          hook.values = { ...hook.values, Callback: 'http://127.0.0.1:9/' }
        return answer
      },
    },
  }),
  wrong(
    'deliveries carry the custom headers from before',
    'EVT-04',
    'They carry those of the configuration.',
    {
      mistake: {
        at: CONFIGURE,
        before: (call) => call.world.hooks.get(hookKey(call.app, call.params['topic'] ?? ''))?.values,
        response: (answer, call, before) => {
          const hook = call.world.hooks.get(hookKey(call.app, call.params['topic'] ?? ''))
          const old = before as Document | undefined
          if (hook && old && answer.status < 300)
            hook.values = { ...hook.values, HeaderCustom01: old['HeaderCustom01'] ?? null }
          return answer
        },
      },
    },
  ),
]
