import { findAgency, missing, needsWrite } from '../domain/access.ts'
import type { Agency, Branch } from '../world/agency.ts'
import { editBranch, newBranch } from '../domain/agencies/edit-branch.ts'
import { isRefusal, type Refusal } from '../domain/refusal.ts'
import { type Call, operation } from '../http/operation.ts'
import { adminMail, id } from '../http/parameters.ts'
import { paths } from '../http/paths.ts'
import { representation } from '../http/representation.ts'
import { link } from '../http/view.ts'
import { Sucursal } from '../wire/answers.ts'
import { SucursalEdit } from '../wire/bodies.ts'

interface Located {
  readonly agency: Agency
  readonly branch: Branch
}

/** `agencies/branches`. */
const located = representation<Located>({
  name: 'Sucursal',
  schemas: { full: Sucursal },
  full: ({ agency, branch }, view) => {
    const { id: number, ...members } = branch
    const self = paths.branch(agency.adminMail, number)
    return {
      ...members,
      _links: {
        self: link(view, self),
        agencia: link(view, paths.agency(agency.adminMail)),
        ...(!needsWrite(agency, view.app) && { editar: link(view, self, 'PUT') }),
      },
    }
  },
})

const findOne = (call: Call, reading: boolean): Located | Refusal => {
  const agency = findAgency(call, String(call.path['adminmail']), reading)
  if (isRefusal(agency)) return agency
  const branch = agency.branches.find((entry) => entry.id === call.path['id'])
  return branch ? { agency, branch } : missing(`No existe la sucursal ${call.path['id']}.`)
}

const list = operation<Agency>({
  id: 'branches.list',
  method: 'GET',
  path: '/v3/sucursales/{adminmail}',
  summary: 'Branches of an agency',
  statements: ['AGE-11'],
  assumption: 'agencies/branches',
  parameters: [adminMail],
  shows: located,
  as: 'list',
  refusals: [400, 404],
  find: (call) => findAgency(call, String(call.path['adminmail']), true),
  decide: (agency, call) => {
    const self = paths.branches(agency.adminMail)
    return {
      shown: {
        records: agency.branches.map((branch) => ({ agency, branch })),
        links: {
          self: link(call.view, self),
          agencia: link(call.view, paths.agency(agency.adminMail)),
          ...(!needsWrite(agency, call.app) && { crear: link(call.view, self, 'POST') }),
        },
      },
    }
  },
})

const read = operation<Located>({
  id: 'branches.read',
  method: 'GET',
  path: '/v3/sucursales/{adminmail}/{id}',
  summary: 'Read a branch',
  statements: ['AGE-11'],
  assumption: 'agencies/branches',
  parameters: [adminMail, id],
  shows: located,
  as: 'entry',
  refusals: [400, 404],
  find: (call) => findOne(call, true),
  decide: (record) => ({ shown: { record } }),
})

const body = { name: 'SucursalEdit', schema: SucursalEdit }

const create = operation<Agency>({
  id: 'branches.create',
  method: 'POST',
  path: '/v3/sucursales/{adminmail}',
  summary: 'Create a branch',
  statements: ['AGE-11'],
  assumption: 'agencies/branches',
  parameters: [adminMail],
  body,
  shows: located,
  as: 'entry',
  refusals: [400, 403, 404],
  find: (call) => findAgency(call, String(call.path['adminmail']), false),
  permit: (agency, call) => needsWrite(agency, call.app),
  decide: (agency, { world }, said) => {
    // The well-formed members of that schema.
    const branch = editBranch(said.faults, { world, agency }, newBranch(world.next.branch), said.body as SucursalEdit)
    if (said.faults.any) return said.faults.refusal()
    const after = { ...agency, branches: [...agency.branches, branch] }
    return {
      shown: { record: { agency: after, branch } },
      created: paths.branch(agency.adminMail, branch.id),
      world: { ...world, agencies: world.agencies.put(after), next: { ...world.next, branch: world.next.branch + 1 } },
    }
  },
})

const edit = operation<Located>({
  id: 'branches.edit',
  method: 'PUT',
  path: '/v3/sucursales/{adminmail}/{id}',
  summary: 'Edit a branch',
  statements: ['AGE-11'],
  assumption: 'agencies/branches',
  parameters: [adminMail, id],
  body,
  shows: located,
  as: 'entry',
  refusals: [400, 403, 404],
  find: (call) => findOne(call, false),
  permit: ({ agency }, call) => needsWrite(agency, call.app),
  decide: ({ agency, branch: before }, { world }, said) => {
    const branch = editBranch(said.faults, { world, agency }, before, said.body as SucursalEdit) // as above
    if (said.faults.any) return said.faults.refusal()
    const after = { ...agency, branches: agency.branches.map((entry) => (entry.id === branch.id ? branch : entry)) }
    return { shown: { record: { agency: after, branch } }, world: { ...world, agencies: world.agencies.put(after) } }
  },
})

export const branchOperations = [list, read, create, edit]
