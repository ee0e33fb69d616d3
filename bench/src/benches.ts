import type { Bench } from './base/bench.ts'

/** Every bench in the order in which `pnpm bench` runs them; each is loaded on demand. */
export const benches: readonly Bench[] = [
  {
    name: 'lists',
    summary: 'pages of big lists: first, filtered, sorted, searched, page 1,000 deep',
    run: async (context) => (await import('./measure/lists.ts')).lists(context),
  },
  {
    name: 'delivery',
    summary: 'big lists with delivery columns and totals: by period, sorted and bounded by metrics, by pace and forecast',
    run: async (context) => (await import('./measure/delivery-lists.ts')).deliveryLists(context),
  },
  {
    name: 'reports',
    summary: 'delivery by day, campaign and space over thirteen months',
    run: async (context) => (await import('./measure/reports.ts')).reports(context),
  },
  {
    name: 'ingest',
    summary: 'a delivery file of 500,000 lines at the command line, beside COPY of the same rows',
    run: async (context) => (await import('./measure/ingest.ts')).ingest(context),
  },
  {
    name: 'cluster',
    summary: 'lists, reports and delivery files on a Citus cluster beside one PostgreSQL; fills databases of its own (--facts)',
    run: async (context) => (await import('./measure/cluster.ts')).cluster(context),
  },
  {
    name: 'export',
    summary: 'every campaign as CSV: first byte, pace, memory of the server',
    run: async (context) => (await import('./measure/export.ts')).exports(context),
  },
  {
    name: 'sessions',
    summary: '10,000 signed-in sessions, 200 calls at once, reads and writes',
    run: async (context) => (await import('./measure/sessions.ts')).sessions(context),
  },
  {
    name: 'capacity',
    summary: 'processor time of a call, by kind, in the site and in the database: what a machine carries',
    run: async (context) => (await import('./measure/capacity.ts')).capacity(context),
  },
  {
    name: 'hostile',
    summary: 'what everybody waits while files are handed in that are made to stop the site',
    run: async (context) => (await import('./measure/hostile.ts')).hostile(context),
  },
  {
    name: 'browsing',
    summary: 'a list of every campaign in a real Chromium: scrolling, paging, back from a record',
    run: async (context) => (await import('./measure/browsing.ts')).browsing(context),
  },
  {
    name: 'loading',
    summary:
      'pages in a real Chromium beside bare ones and a monolith, swaps and rollbacks in open pages, pointer reads; a site of its own',
    run: async (context) => (await import('./loading/loading.ts')).loading(context),
  },
]
