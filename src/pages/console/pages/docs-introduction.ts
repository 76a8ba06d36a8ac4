import { t } from '../../ui/language/texts.ts'
import { worldPath } from '../../ui/page-context.ts'

/** Summaries of operations by path and method. */
type Summaries = Readonly<Record<string, Readonly<Record<string, { readonly summary?: string }>>>>

/** Returns the introduction of the API reference in Markdown, in the language of the page. */
export const introduction = (world: string, summaries: Summaries): string => {
  const operation = (method: string, path: string): string => {
    const route = `${method}-${path.replaceAll(/[{}]/g, '-')}`
    return `[${summaries[path]?.[method]?.summary ?? path}](#?route=${route})`
  }
  const publication = '/v3/publicaciones/{adminmail}/{externalid}'
  const sections: readonly (readonly [heading: string, text: string])[] = [
    [
      t('What it is for'),
      t(
        'A client app publishes the cars of agencies, keeps prices and states current, and reads what buyers ask. This page describes the API, and sends requests to world {world} of this sandbox, where all data is fictional.',
        { world: `\`${world}\`` },
      ),
    ],
    [
      t('A first publication'),
      t(
        'Open {create} and press **Execute**: the body is an example that the sandbox accepts. The response is 201, with the URL of the publication in `Location` and its entity tag in `ETag`. An `ExternalId` is used once: change it before you send the body again, or the response is 409.',
        { create: operation('post', '/v3/publicaciones/{adminmail}') },
      ),
    ],
    [
      t('Entity tags'),
      t(
        'Every read of a publication has an `ETag`. Send it back in `If-Match` with an edit: if somebody else has edited in between, the response is 412 and nothing is lost. Read again, and repeat the edit. With `If-None-Match` a read is answered 304 while nothing has changed.',
      ),
    ],
    [
      t('States'),
      t(
        'A publication is active, suspended or archived. {suspend}, and the member `Activa` of {amend}, switch between the first two; {archive} is final.',
        {
          suspend: operation('patch', `${publication}/suspender`),
          amend: operation('patch', publication),
          archive: operation('patch', `${publication}/archivar`),
        },
      ),
    ],
    [
      t('Package'),
      t(
        'An agency has contracted a number of active publications per level of exposure: {package}. What goes beyond it is refused.',
        { package: operation('get', '/v3/agencias/{adminmail}/productos') },
      ),
    ],
    [
      t('Webhooks'),
      t(
        'Configure a topic with {configure}: a `Callback` and a `Secret`. The last group of the menu shows what the service then sends: signed, and again until it is answered 2xx.',
        { configure: operation('put', '/v3/appnotificaciones/{topic}') },
      ),
    ],
    [
      t('What the description leaves open'),
      t(
        'Where the description of the API is silent, the sandbox follows an assumption. Each operation has its own folded away, and the {profile} lets you choose another option.',
        { profile: `[${t('profile')}](${worldPath(world, '/profile')})` },
      ),
    ],
  ]
  return sections.map(([heading, text]) => `## ${heading}\n\n${text}`).join('\n\n')
}
