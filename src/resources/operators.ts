import { chosen } from '../assumptions/profile.ts'
import { findAgency, findAgencyOfOperator, missingRefusal, writeRefusal } from '../domain/access.ts'
import { type Agency, administratorOf, type Operator, operatorByEmail } from '../world/agency.ts'
import { editAdministrator } from '../domain/agencies/operator-edit.ts'
import { isRefusal } from '../domain/refusal.ts'
import { type RequestContext, operation } from '../http/operation.ts'
import { adminMail, operador } from '../http/parameters.ts'
import { paths } from '../http/paths.ts'
import { representation } from '../http/representation.ts'
import { link, template } from '../http/view.ts'
import { Operador, Ref } from '../wire/response-schemas.ts'
import { OperadorEdit } from '../wire/request-schemas.ts'

interface OperatorTarget {
  readonly agency: Agency
  readonly operator: Operator
}

/** AGE-02; the ref as `agencies/operator-ref` gives it. */
const operatorRepresentation = representation<OperatorTarget>({
  name: 'Operador',
  schemas: { full: Operador, ref: Ref },
  cacheKey: ({ operator }) => operator,
  full: ({ agency, operator }, view) => {
    const { adminMail: mail } = agency
    const editable = operator.administrator && operator.createdThroughApi && !writeRefusal(agency, view.app)
    return {
      Nombre: operator.Nombre,
      Apellido: operator.Apellido,
      Email: operator.Email,
      Telefonos: operator.Telefonos,
      Direcciones: operator.Direcciones,
      EsAdministradorAgencia: operator.administrator,
      Publicaciones: { _links: { self: link(view, paths.publicationsBy(mail, operator.Email)) } },
      Consultas: { _links: { self: link(view, paths.inquiriesFor(mail, operator.Email)) } },
      _links: {
        self: link(view, paths.operator(mail, operator.Email)),
        agencia: link(view, paths.agency(mail)),
        // AGE-04: only an administrator that was created through this API is editable.
        ...(editable && { editar: link(view, paths.operators(mail), 'PUT') }),
      },
    }
  },
  ref: ({ agency, operator }, view) => ({
    href: link(view, paths.operator(agency.adminMail, operator.Email)).href,
    title: `${operator.Nombre} ${operator.Apellido} (${operator.Email})`,
  }),
})

const requestedOperator = (call: RequestContext): string | undefined => call.query['operador'] as string | undefined // its parameter is an e-mail

const listOperators = operation<Agency>({
  id: 'operators.list',
  method: 'GET',
  path: '/v3/operadores/{adminmail}',
  summary: 'Collaborators of an agency',
  statements: ['AGE-01', 'AGE-02', 'AGE-13'],
  parameters: [adminMail, operador],
  representation: operatorRepresentation,
  resultKind: 'list',
  refusalStatuses: [400, 404],
  find: (call) => findAgency(call, String(call.path['adminmail']), true),
  decide: (agency, call) => {
    const email = requestedOperator(call)
    const one = email === undefined ? undefined : operatorByEmail(agency, email)
    if (email !== undefined && !one && chosen(call.render.profile, 'agencies/unknown-operator') === '404') {
      return missingRefusal(`${email} no es colaborador de la agencia.`, 'agencies/unknown-operator')
    }
    const operators = email === undefined ? agency.operators : one ? [one] : []
    return {
      result: {
        records: operators.map((operator) => ({ agency, operator })),
        links: {
          self: link(call.render, call.requestTarget.path + (call.requestTarget.query && `?${call.requestTarget.query}`)),
          buscar: template(call.render, paths.operators(agency.adminMail), ['operador']),
          agencia: link(call.render, paths.agency(agency.adminMail)),
        },
      },
    }
  },
})

const readOperator = operation<OperatorTarget>({
  id: 'operators.read',
  method: 'GET',
  path: '/v3/operadores',
  summary: 'One collaborator by e-mail',
  statements: ['AGE-02'],
  assumption: 'agencies/operator-form',
  parameters: [{ ...operador, required: true }],
  representation: operatorRepresentation,
  resultKind: 'entry',
  refusalStatuses: [400, 404],
  queryNamesTarget: true,
  find: (call) => {
    const email = requestedOperator(call) ?? ''
    const agency = findAgencyOfOperator(call, email)
    if (isRefusal(agency)) return agency
    return { agency, operator: operatorByEmail(agency, email) ?? administratorOf(agency) }
  },
  decide: (record) => ({ result: { record } }),
})

const editOperator = operation<Agency>({
  id: 'operators.edit',
  method: 'PUT',
  path: '/v3/operadores/{adminmail}',
  summary: "Edit the administrator's data",
  statements: ['AGE-03', 'AGE-04'],
  parameters: [adminMail],
  body: { name: 'OperadorEdit', schema: OperadorEdit },
  representation: operatorRepresentation,
  resultKind: 'entry',
  refusalStatuses: [400, 403, 404],
  find: (call) => findAgency(call, String(call.path['adminmail']), false),
  authorize: (agency, call) => writeRefusal(agency, call.app),
  decide: (agency, call, said) => {
    // The well-formed members of that schema.
    const edited = editAdministrator(call.world, agency, said.body as OperadorEdit, said.issues)
    if (isRefusal(edited)) return edited
    const operators = agency.operators.map((operator) => (operator.administrator ? edited : operator))
    const after = { ...agency, operators }
    return {
      result: { record: { agency: after, operator: edited } },
      world: { ...call.world, agencies: call.world.agencies.put(after) },
    }
  },
})

export const operatorOperations = [listOperators, readOperator, editOperator]
