import { isChosen } from '../../api/assumptions/profile.ts'
import type { OperadorEdit } from '../../api/wire/request-bodies.ts'
import { findAgencyOfOperator, missingRefusal, writeRefusal } from '../domain/access.ts'
import { editAdministrator } from '../domain/agencies/operator-edit.ts'
import { isRefusal, refusal } from '../domain/refusal.ts'
import { handlers, type RequestContext } from '../http/operation.ts'
import { agencyOfPath } from '../http/path-agency.ts'
import { paths } from '../http/paths.ts'
import { link, template } from '../http/render-context.ts'
import { representationOf } from '../http/representation.ts'
import { type Agency, administratorOf, type Operator, operatorByEmail } from '../world/agency.ts'

interface OperatorTarget {
  readonly agency: Agency
  readonly operator: Operator
}

/** Representation of an operator (AGE-02); `agencies/operator-ref` decides its ref. */
const operatorRepresentation = representationOf<OperatorTarget>()({
  schemas: { full: 'Operador', ref: 'Ref' },
  cacheKey: ({ operator }) => operator,
  full: ({ agency, operator }, render) => {
    const { adminMail: mail } = agency
    const editable = operator.administrator && operator.createdThroughApi && !writeRefusal(agency, render.app)
    return {
      Nombre: operator.Nombre,
      Apellido: operator.Apellido,
      Email: operator.Email,
      Telefonos: operator.Telefonos,
      Direcciones: operator.Direcciones,
      EsAdministradorAgencia: operator.administrator,
      Publicaciones: { _links: { self: link(render, paths.publicationsBy(mail, operator.Email)) } },
      Consultas: { _links: { self: link(render, paths.inquiriesFor(mail, operator.Email)) } },
      _links: {
        self: link(render, paths.operator(mail, operator.Email)),
        agencia: link(render, paths.agency(mail)),
        // Only an administrator that was created through the API is editable (AGE-04).
        ...(editable && { editar: link(render, paths.operators(mail), 'PUT') }),
      },
    }
  },
  ref: ({ agency, operator }, render) => ({
    href: link(render, paths.operator(agency.adminMail, operator.Email)).href,
    title: [operator.Nombre, operator.Apellido, `(${operator.Email})`].filter(isShown).join(' '),
  }),
})

const isShown = (part: string): boolean => part.trim() !== ''

const requestedOperator = (context: RequestContext): string | undefined =>
  context.query['operador'] as string | undefined // its parameter is an e-mail

const listOperators = handlers<Agency>({
  representation: operatorRepresentation,
  find: (context) => agencyOfPath(context, 'read'),
  decide: (agency, context) => {
    const email = requestedOperator(context)
    const one = email === undefined ? undefined : operatorByEmail(agency, email)
    if (email !== undefined && !one && isChosen(context.render.profile, 'agencies/unknown-operator', '404')) {
      return missingRefusal(`${email} no es colaborador de la agencia.`, 'agencies/unknown-operator')
    }
    const operators = email === undefined ? agency.operators : one ? [one] : []
    return {
      result: {
        records: operators.map((operator) => ({ agency, operator })),
        links: {
          self: link(
            context.render,
            context.requestTarget.path + (context.requestTarget.query && `?${context.requestTarget.query}`),
          ),
          buscar: template(context.render, paths.operators(agency.adminMail), ['operador']),
          agencia: link(context.render, paths.agency(agency.adminMail)),
        },
      },
    }
  },
})

const readOperator = handlers<OperatorTarget>({
  representation: operatorRepresentation,
  find: (context) => {
    const email = requestedOperator(context) ?? ''
    const agency = findAgencyOfOperator(context, email)
    if (isRefusal(agency)) return agency
    return { agency, operator: operatorByEmail(agency, email) ?? administratorOf(agency) }
  },
  decide: (record) => ({ result: { record } }),
})

const editOperator = handlers<Agency>({
  representation: operatorRepresentation,
  find: (context) => {
    const mail = String(context.path['adminmail'])
    const found = agencyOfPath(context, 'write')
    if (!isRefusal(found)) return found
    const isForbidden = isChosen(context.render.profile, 'agencies/edit-of-collaborator', '403')
    if (isForbidden && !isRefusal(findAgencyOfOperator(context, mail))) {
      const detail = `${mail} no es el administrador de su agencia.`
      return refusal('forbidden', detail, ['AGE-03', 'AGE-04', 'agencies/edit-of-collaborator'])
    }
    return missingRefusal(`${mail} no es el administrador de ninguna agencia.`, 'AGE-03', 'ERR-04', 'ERR-07')
  },
  authorize: (agency, context) => writeRefusal(agency, context.app),
  decide: (agency, context, parsed) => {
    // `body` holds the well-formed members of that schema.
    const edited = editAdministrator(parsed.issues, context.world, agency, parsed.body as OperadorEdit)
    if (isRefusal(edited)) return edited
    const operators = agency.operators.map((operator) => (operator.administrator ? edited : operator))
    const after = { ...agency, operators }
    return {
      result: { record: { agency: after, operator: edited } },
      world: { ...context.world, agencies: context.world.agencies.put(after) },
    }
  },
})

/** Operations on operators. */
export const operatorOperations = {
  'operators.list': listOperators,
  'operators.read': readOperator,
  'operators.edit': editOperator,
}
