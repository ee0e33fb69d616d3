const framed = (chunk: string) => ['base', chunk]

/**
 * The shell's own pages by the first segment of their paths, with the chunks that each draws itself with. The gateway
 * preloads them; a path that matches neither these nor an area does not exist.
 */
export const ownPages: Readonly<Record<string, readonly string[]>> = {
  '': framed('dashboard'),
  auth: ['login'],
  invitation: ['login'],
  reflection: ['login'],
  tmp: [],
  information: framed('information'),
  account: framed('own-account'),
  integrations: framed('integrations'),
  releases: framed('releases'),
  development: framed('development'),
  preview: framed('preview'),
}

/** First segments of pages that stand alone, without header and menu. */
export const barePages = Object.keys(ownPages).filter((page) => !ownPages[page]?.includes('base'))
