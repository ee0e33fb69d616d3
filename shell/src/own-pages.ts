/** First segments of the shell's own pages, for the gateway: paths that match neither these nor an area do not exist. */
export const ownPages = [
  'auth',
  'invitation',
  'reflection',
  'tmp',
  'information',
  'account',
  'integrations',
  'releases',
  'development',
  'preview',
]
