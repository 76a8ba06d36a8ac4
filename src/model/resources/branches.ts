import { ceilings } from '../../api/wire/limits.ts'
import type { SucursalEdit } from '../../api/wire/request-bodies.ts'
import { missingRefusal, writeRefusal } from '../domain/access.ts'
import { editBranch, newBranch } from '../domain/agencies/branch-edit.ts'
import { isRefusal, type Refusal } from '../domain/refusal.ts'
import { handlers, type RequestContext } from '../http/operation.ts'
import { agencyOfPath } from '../http/path-agency.ts'
import { paths } from '../http/paths.ts'
import { link } from '../http/render-context.ts'
import { representationOf } from '../http/representation.ts'
import type { Agency, Branch } from '../world/agency.ts'

interface BranchTarget {
  readonly agency: Agency
  readonly branch: Branch
}

/** Representation of a branch (`agencies/branches`). */
const branchRepresentation = representationOf<BranchTarget>()({
  schemas: { full: 'Sucursal' },
  full: ({ agency, branch }, render) => {
    const { id: number, ...members } = branch
    const self = paths.branch(agency.adminMail, number)
    return {
      ...members,
      _links: {
        self: link(render, self),
        agencia: link(render, paths.agency(agency.adminMail)),
        ...(!writeRefusal(agency, render.app) && { editar: link(render, self, 'PUT') }),
      },
    }
  },
})

const findBranch = (context: RequestContext, purpose: 'read' | 'write'): BranchTarget | Refusal => {
  const agency = agencyOfPath(context, purpose)
  if (isRefusal(agency)) return agency
  const branch = agency.branches.find((entry) => entry.id === context.path['id'])
  return branch ? { agency, branch } : missingRefusal(`No existe la sucursal ${context.path['id']}.`)
}

const list = handlers<Agency>({
  representation: branchRepresentation,
  find: (context) => agencyOfPath(context, 'read'),
  decide: (agency, context) => {
    const self = paths.branches(agency.adminMail)
    return {
      result: {
        records: agency.branches.map((branch) => ({ agency, branch })),
        links: {
          self: link(context.render, self),
          agencia: link(context.render, paths.agency(agency.adminMail)),
          ...(!writeRefusal(agency, context.app) && { crear: link(context.render, self, 'POST') }),
        },
      },
    }
  },
})

const read = handlers<BranchTarget>({
  representation: branchRepresentation,
  find: (context) => findBranch(context, 'read'),
  decide: (record) => ({ result: { record } }),
})

const create = handlers<Agency>({
  representation: branchRepresentation,
  find: (context) => agencyOfPath(context, 'write'),
  authorize: (agency, context) => writeRefusal(agency, context.app),
  decide: (agency, { world }, parsed) => {
    const edit = parsed.body as SucursalEdit // `body` holds the well-formed members of that schema.
    const branch = editBranch(parsed.issues, { world, agency }, newBranch(world.next.branch), edit)
    if (agency.branches.length >= ceilings.branches)
      parsed.issues.add(
        '_',
        `La agencia tiene ${ceilings.branches} sucursales, el máximo.`,
        'limits/branches',
      )
    if (parsed.issues.hasIssues) return parsed.issues.toRefusal()
    const after = { ...agency, branches: [...agency.branches, branch] }
    return {
      result: { record: { agency: after, branch } },
      createdPath: paths.branch(agency.adminMail, branch.id),
      world: {
        ...world,
        agencies: world.agencies.put(after),
        next: { ...world.next, branch: world.next.branch + 1 },
      },
    }
  },
})

const edit = handlers<BranchTarget>({
  representation: branchRepresentation,
  find: (context) => findBranch(context, 'write'),
  authorize: ({ agency }, context) => writeRefusal(agency, context.app),
  decide: ({ agency, branch: before }, { world }, parsed) => {
    const branch = editBranch(parsed.issues, { world, agency }, before, parsed.body as SucursalEdit) // as above
    if (parsed.issues.hasIssues) return parsed.issues.toRefusal()
    const after = {
      ...agency,
      branches: agency.branches.map((entry) => (entry.id === branch.id ? branch : entry)),
    }
    return {
      result: { record: { agency: after, branch } },
      world: { ...world, agencies: world.agencies.put(after) },
    }
  },
})

/** Operations on branches. */
export const branchOperations = {
  'branches.list': list,
  'branches.read': read,
  'branches.create': create,
  'branches.edit': edit,
}
