import {
  remoteContract,
  type LivePointer,
  type RegistryPointers,
  type RemoteManifest,
  type RemoteRelease,
  type RouteManifest,
} from '@adsite/remote'

function route(name: string, path: string, permission: string, menu?: RouteManifest['menu']): RouteManifest {
  return { name, path, permission, title: { ja: `${name}の画面`, en: `${name} screen` }, ...(menu ? { menu } : {}) }
}

const entry = { icon: 'M0 0h24v24H0z' }
const divided = { ...entry, dividerBefore: true }

export const sampleRoutes: Readonly<Record<string, readonly RouteManifest[]>> = {
  ad: [
    route('campaign.list', '/ad/campaign', 'campaign.list', entry),
    route('campaign.create', '/ad/campaign/create', 'campaign.create', entry),
    route('campaign.detail', '/ad/campaign/:id', 'campaign.read'),
    route('achievements', '/ad/achievements', 'report.demand', divided),
  ],
  md: [route('space.list', '/md/ad_space', 'space.list', entry), route('space.detail', '/md/ad_space/:id', 'space.read')],
  op: [
    route('company.list', '/op/company', 'company.list', entry),
    route('company.create', '/op/company/create', 'company.create', entry),
    route('company.detail', '/op/company/:id', 'company.read'),
    route('advertiser_user.detail', '/op/advertiser/user/:id', 'user.manage'),
  ],
}

const titles: Readonly<Record<string, RemoteManifest['title']>> = {
  ad: { ja: '広告管理', en: 'Advertising' },
  md: { ja: 'メディア管理', en: 'Media' },
  op: { ja: '運用管理', en: 'Operations' },
}

/** A release of an area, signed by nobody. */
export function sampleRelease(area: string, build = '1.0.0', routes: readonly RouteManifest[] = []): RemoteRelease {
  const manifest: RemoteManifest = {
    area,
    build,
    title: titles[area] ?? { ja: area, en: area },
    icon: entry.icon,
    federationName: `${area}_${build.replaceAll(/\W/gu, '_')}`,
    entry: 'remoteEntry.js',
    contract: remoteContract,
    routes: [...routes],
    shares: {},
  }
  const signature = { key: '', value: '' }
  return { unit: area, build, created_at: '2026-01-01T00:00:00.000Z', commit: null, files: {}, manifest, signature }
}

/** Registry pointers with the given route tables. */
export function samplePointers(routes: Readonly<Record<string, readonly RouteManifest[]>> = sampleRoutes): RegistryPointers {
  const remotes = Object.entries(routes).map(([area, table]) => {
    const stable = sampleRelease(area, '1.0.0', table)
    return [area, { rev: 1, stable, canary: null, lastKnownGood: [], bad: [] } satisfies LivePointer]
  })
  return { channel: 'stable', remotes: Object.fromEntries(remotes) }
}
