import type { Interceptor } from './variants/interceptors.ts'

/** Mistakes that the service makes on purpose. */

type Shift = Readonly<Record<string, { readonly min?: number; readonly max?: number }>>
export type Writing = 'create' | 'put' | 'patch' | 'suspender' | 'archivar'
export type Operation = Writing | 'get' | 'list' | 'consultas' | 'consulta' | 'productos' | 'operadores'
type Difference = { readonly on: Writing; readonly form?: 'ref'; readonly member: string }
type MemberFault = {
  readonly of: string
  readonly member: string
  readonly as: 'missing' | 'text' | 'null' | 'other'
}
type Remainder = { readonly on: Writing; readonly leaves: 'member' | 'tag' | 'state' | 'count' | 'entry' }
type Side = { readonly on: Writing; readonly member: string }

/** Lists the mistakes; every value but the one given contradicts a sentence. */
export const FAULTS = {
  mistake: null as Interceptor | null,
  // Values
  answerDiffers: null as Difference | null,
  memberFault: null as MemberFault | null,
  refusedLeaves: null as Remainder | null,
  editChangesToo: null as Side | null,
  putIgnores: [] as readonly string[],
  patchIgnores: [] as readonly string[],
  createIgnores: [] as readonly string[],
  nullRefused: [] as readonly string[],
  ignoresCurrency: false,
  uneditableEdited: false,
  correctedRefused: null as Writing | null,
  bounds: {} as Shift,
  countsBytes: false,
  amountFault: 'none' as 'none' | 'rounds' | 'zero',
  colorFault: 'none' as 'none' | 'refused' | 'whole' | 'short',
  vinFault: 'none' as 'none' | 'letters' | 'unchecked',
  photosFault: 'none' as 'none' | 'sameCount' | 'neverChanged' | 'usedWithout',
  mileageFault: 'none' as 'none' | 'zeroNever',
  trimFault: 'none' as 'none' | 'replaced' | 'dropped',
  activaFault: 'none' as 'none' | 'patchNull' | 'putAbsent' | 'createFalse' | 'putTrue' | 'patchTrue',
  operatorFault: 'none' as 'none' | 'unknownStored' | 'nullReplaces' | 'nullOther',
  phoneFault: 'none' as 'none' | 'anyPut' | 'partPut' | 'nullClears',
  placeFault: 'none' as 'none' | 'isoKept' | 'isoRefused',
  levelFault: 'none' as 'none' | 'lowest' | 'refused' | 'overfull' | 'anyWord',
  uniqueFault: 'none' as 'none' | 'duplicates' | 'caseTwins' | 'acrossAgencies',
  // States, tags, counts
  tagFault: 'none' as
    | 'none'
    | 'stale'
    | 'stalePatch'
    | 'others'
    | 'reads'
    | 'answer'
    | 'ref'
    | 'missing'
    | 'stateOnly',
  preconditionFault: 'none' as 'none' | 'ignored' | 'writes' | 'plain' | 'suspender' | 'status',
  notModifiedFault: 'none' as 'none' | 'never' | 'always' | 'entry',
  races: [] as readonly Writing[],
  archivedFault: 'none' as 'none' | 'reactivates' | 'edits' | 'suspends' | 'unfinished',
  suspendedFault: 'none' as 'none' | 'listed' | 'receives' | 'hidden',
  packageFault: 'none' as
    | 'none'
    | 'suspend'
    | 'reactivatePatch'
    | 'reactivatePut'
    | 'archive'
    | 'archiveSuspended'
    | 'createSuspended'
    | 'archivedKeep'
    | 'sum',
  // Requests
  caseSensitive: [] as readonly Operation[],
  undecoded: [] as readonly Operation[],
  formFault: 'none' as
    | 'none'
    | 'refFull'
    | 'refPublication'
    | 'refLinks'
    | 'textJson'
    | 'entry'
    | 'create'
    | 'textOld',
  problemFault: 'none' as
    | 'none'
    | 'type'
    | 'status'
    | 'errors'
    | 'strings'
    | 'instance'
    | 'extensions'
    | 'keys'
    | 'entryKey',
  notFoundFault: 'none' as 'none' | 'empty' | 'null' | 'agency' | 'version' | 'topic',
  linkFault: 'none' as 'none' | 'method' | 'missing' | 'gone' | 'template' | 'self' | 'location',
  leak: 'none' as
    | 'none'
    | 'agencyRead'
    | 'appRead'
    | 'appInquiries'
    | 'agencyInquiries'
    | 'appWrite'
    | 'agencyHook',
  matchFault: [] as readonly string[],
  matchMisses: [] as readonly ('id' | 'url' | 'path' | 'name' | 'codename' | 'part' | 'iso')[],
  totalFault: 'none' as 'none' | 'plusOne' | 'lastPage' | 'page',
  pageFault: 'none' as 'none' | 'twice' | 'missing' | 'first' | 'tooFar' | 'lastRefused',
  filterIgnored: 'none' as 'none' | 'operador' | 'externalid' | 'both' | 'ref' | 'secondPage' | 'desde',
  dayFault: 'none' as 'none' | 'desde' | 'hasta' | 'minimum' | 'tooFar' | 'utc' | 'zone',
  inquiryFault: 'none' as 'none' | 'offset' | 'catalogueId' | 'perPage' | 'writable' | 'sid',
  administratorFault: 'none' as 'none' | 'two' | 'unsaved' | 'other',
  renameFault: 'none' as 'none' | 'unsaved' | 'answer',
  hookForgets: [] as readonly string[],
  hookFault: 'none' as
    | 'none'
    | 'signature'
    | 'unsigned'
    | 'topic'
    | 'inactive'
    | 'headers'
    | 'previous'
    | 'oldSecret',
}
