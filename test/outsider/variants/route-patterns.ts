/** Patterns of routes, matched against `METHOD path` as `routes.ts` has them. */

export const ANY = /./

export const CREATE = /^POST publicaciones/
export const READ = /^GET publicaciones/
export const PUT = /^PUT publicaciones/
export const PATCH = /^PATCH publicaciones\/:mail\/:id$/
export const SUSPEND = /suspender$/
export const ARCHIVE = /archivar$/
export const CREATE_OR_PUT = /^(POST|PUT) publicaciones/
/** Matches conditional writes: both kinds of edits, and the changes of state. */
export const CONDITIONAL = /^(PUT|PATCH) publicaciones/
export const WRITES = /^(POST|PUT|PATCH) publicaciones/
export const PUBLICATION = /^(POST|GET|PUT|PATCH) publicaciones/
export const PUBLICATION_LIST = /^GET vidriera/
/** Matches every route that shows publications: by id, by number, or in a list. */
export const PUBLICATIONS = /publicaciones|vidriera|aviso/

export const INQUIRIES = /^GET consultas\/:mail$/
export const INQUIRY = /^GET consultas\/:mail\/:sid$/

export const AGENCY = /^(GET|PUT) agencias\/(ficha\/:number|:mail)$/
export const RENAME = /^PUT agencias/
export const OPERATORS = /^GET operadores/
export const ADMINISTRATOR = /^PUT operadores/
export const PACKAGE = /productos$/
export const SETTINGS = /^GET notificaciones/

export const TOPICS = /^GET appnotificaciones$/
export const CONFIGURATION = /^(GET|PUT|POST) appnotificaciones\/:topic$/
export const CONFIGURE = /^(PUT|POST) appnotificaciones\/:topic$/

export const ENTRY = /^GET $/
export const BRAND = /^GET marcas\/bestmatch$/
export const MODEL = /^GET modelos\/bestmatch$/
export const TRIM = /^GET versiones/
