/**
 * What shell and remotes share at runtime, declared once: module → the names that remotes may take.
 * '*' is the module as a whole (CommonJS, or one of ours); a list keeps the shell's tree shaking.
 * Remotes bundle everything that is not listed (screen-kit, contract, react-hook-form, valibot, echarts).
 */
export const sharedModules: Readonly<Record<string, readonly string[]>> = {
  react: ['*'],
  'react/jsx-runtime': ['*'],
  'react-dom': ['*'],
  'react-router-dom': ['Link', 'generatePath', 'useBlocker', 'useLocation', 'useNavigate', 'useParams', 'useSearchParams'],
  jotai: ['atom', 'useAtom', 'useAtomValue', 'useSetAtom'],
  '@tanstack/react-query': ['useQuery', 'useMutation', 'useQueryClient', 'keepPreviousData'],
  'react-i18next': ['Trans', 'useTranslation'],
  dayjs: ['default'],
  '@adsite/api-client': ['*'],
  '@adsite/auth': ['*'],
  '@adsite/i18n': ['*'],
  '@adsite/remote': ['*'],
}

/**
 * antd components that are shared one by one (`antd/es/table`), so that sharing the library does not
 * load all of it. The value is the chunk that the shell keeps a component in: `eager` is in its own
 * start, the others are fetched when a remote asks for one of theirs. A component stands with those
 * that are needed at the same time, so that a screen asks for few files.
 */
export const sharedAntd: Readonly<Record<string, 'eager' | 'list' | 'form'>> = {
  alert: 'list',
  'auto-complete': 'form',
  breadcrumb: 'list',
  button: 'eager',
  card: 'list',
  checkbox: 'list',
  'config-provider': 'eager',
  'date-picker': 'form',
  descriptions: 'list',
  divider: 'list',
  dropdown: 'list',
  empty: 'list',
  flex: 'list',
  form: 'form',
  input: 'list',
  'input-number': 'form',
  modal: 'list',
  pagination: 'list',
  popover: 'list',
  radio: 'list',
  result: 'list',
  segmented: 'list',
  select: 'list',
  skeleton: 'list',
  space: 'list',
  spin: 'list',
  statistic: 'list',
  table: 'list',
  tabs: 'list',
  tag: 'list',
  timeline: 'list',
  tooltip: 'list',
  typography: 'list',
}

export function antdPath(component: string): string {
  return `antd/es/${component}`
}

/** Every module that remotes take from the shell. */
export const sharedNames: readonly string[] = [...Object.keys(sharedModules), ...Object.keys(sharedAntd).map(antdPath)]

/** The names of a shared module that remotes may take. */
export function namesOf(module: string): string[] {
  return [...(sharedModules[module] ?? ['default'])]
}
