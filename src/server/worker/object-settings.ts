import type { ObjectSettings } from './object-call.ts'
import type { ObjectStorage } from './platform.ts'

/** Keeps the settings of an object in its SQLite, in a table that is made with the first write. */
export class ObjectSettingsTable {
  readonly #storage: ObjectStorage
  #known: ObjectSettings | undefined

  constructor(storage: ObjectStorage) {
    this.#storage = storage
    const [table] = storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'object'")
    const [row] = table ? storage.sql.exec('SELECT settings FROM object') : []
    // Only `write` fills the table.
    if (row) this.#known = JSON.parse(String(row['settings'])) as ObjectSettings
  }

  /** Returns the settings; undefined before they are first written. */
  read(): ObjectSettings | undefined {
    return this.#known
  }

  write(settings: ObjectSettings): void {
    const { sql } = this.#storage
    sql.exec('CREATE TABLE IF NOT EXISTS object (id INTEGER PRIMARY KEY, settings TEXT)')
    sql.exec('INSERT OR REPLACE INTO object (id, settings) VALUES (1, ?)', JSON.stringify(settings))
    this.#known = settings
  }

  /** Forgets the settings, after the object's storage was emptied. */
  forget(): void {
    this.#known = undefined
  }
}
