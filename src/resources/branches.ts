import { findAgency, missingRefusal, writeRefusal } from '../domain/access.ts'
import type { Agency, Branch } from '../world/agency.ts'
import { editBranch, newBranch } from '../domain/agencies/branch-edit.ts'
import { isRefusal, type Refusal } from '../domain/refusal.ts'
import { type RequestContext, operation } from '../http/operation.ts'
import { adminMail, id } from '../http/parameters.ts'
import { paths } from '../http/paths.ts'
import { representation } from '../http/representation.ts'
import { link } from '../http/view.ts'
import { Sucursal } from '../wire/response-schemas.ts'
import { SucursalEdit } from '../wire/request-schemas.ts'

interface BranchTarget {
  readonly agency: Agency
  readonly branch: Branch
}

/** `agencies/branches`. */
const branchRepresentation = representation<BranchTarget>({
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
        ...(!writeRefusal(agency, view.app) && { editar: link(view, self, 'PUT') }),
      },
    }
  },
})

const findBranch = (call: RequestContext, reading: boolean): BranchTarget | Refusal => {
  const agency = findAgency(call, String(call.path['adminmail']), reading)
  if (isRefusal(agency)) return agency
  const branch = agency.branches.find((entry) => entry.id === call.path['id'])
  return branch ? { agency, branch } : missingRefusal(`No existe la sucursal ${call.path['id']}.`)
}

const list = operation<Agency>({
  id: 'branches.list',
  method: 'GET',
  path: '/v3/sucursales/{adminmail}',
  summary: 'Branches of an agency',
  statements: ['AGE-11'],
  assumption: 'agencies/branches',
  parameters: [adminMail],
  representation: branchRepresentation,
  resultKind: 'list',
  refusalStatuses: [400, 404],
  find: (call) => findAgency(call, String(call.path['adminmail']), true),
  decide: (agency, call) => {
    const self = paths.branches(agency.adminMail)
    return {
      result: {
        records: agency.branches.map((branch) => ({ agency, branch })),
        links: {
          self: link(call.render, self),
          agencia: link(call.render, paths.agency(agency.adminMail)),
          ...(!writeRefusal(agency, call.app) && { crear: link(call.render, self, 'POST') }),
        },
      },
    }
  },
})

const read = operation<BranchTarget>({
  id: 'branches.read',
  method: 'GET',
  path: '/v3/sucursales/{adminmail}/{id}',
  summary: 'Read a branch',
  statements: ['AGE-11'],
  assumption: 'agencies/branches',
  parameters: [adminMail, id],
  representation: branchRepresentation,
  resultKind: 'entry',
  refusalStatuses: [400, 404],
  find: (call) => findBranch(call, true),
  decide: (record) => ({ result: { record } }),
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
  representation: branchRepresentation,
  resultKind: 'entry',
  refusalStatuses: [400, 403, 404],
  find: (call) => findAgency(call, String(call.path['adminmail']), false),
  authorize: (agency, call) => writeRefusal(agency, call.app),
  decide: (agency, { world }, said) => {
    // The well-formed members of that schema.
    const branch = editBranch(said.issues, { world, agency }, newBranch(world.next.branch), said.body as SucursalEdit)
    if (said.issues.hasIssues) return said.issues.toRefusal()
    const after = { ...agency, branches: [...agency.branches, branch] }
    return {
      result: { record: { agency: after, branch } },
      createdPath: paths.branch(agency.adminMail, branch.id),
      world: { ...world, agencies: world.agencies.put(after), next: { ...world.next, branch: world.next.branch + 1 } },
    }
  },
})

const edit = operation<BranchTarget>({
  id: 'branches.edit',
  method: 'PUT',
  path: '/v3/sucursales/{adminmail}/{id}',
  summary: 'Edit a branch',
  statements: ['AGE-11'],
  assumption: 'agencies/branches',
  parameters: [adminMail, id],
  body,
  representation: branchRepresentation,
  resultKind: 'entry',
  refusalStatuses: [400, 403, 404],
  find: (call) => findBranch(call, false),
  authorize: ({ agency }, call) => writeRefusal(agency, call.app),
  decide: ({ agency, branch: before }, { world }, said) => {
    const branch = editBranch(said.issues, { world, agency }, before, said.body as SucursalEdit) // as above
    if (said.issues.hasIssues) return said.issues.toRefusal()
    const after = { ...agency, branches: agency.branches.map((entry) => (entry.id === branch.id ? branch : entry)) }
    return { result: { record: { agency: after, branch } }, world: { ...world, agencies: world.agencies.put(after) } }
  },
})

export const branchOperations = [list, read, create, edit]
