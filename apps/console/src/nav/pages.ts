import { lazyComponent } from '../ui/lazy-component.tsx'

/**
 * Pages of the console. Each icon is an SVG path in a 24 × 24 box. On a phone, the navigation bar has no room for all
 * pages, so a menu contains the rest. Pages with a parent appear as tabs of the parent page. The shortcut is the letter
 * that opens the page.
 */
export const pages = [
  {
    name: 'plan',
    title: 'Plan',
    shortcut: 'p',
    isExtra: false,
    shape:
      'M6 21a3 3 0 1 1 0-6 3 3 0 0 1 0 6M18 9a3 3 0 1 1 0-6 3 3 0 0 1 0 6M9 18h7a3.500 3.500 0 0 0 0-7H8a3 3 0 0 1 0-6h7',
    Page: lazyComponent(() => import('../pages/plan/plan-page.tsx')),
  },
  {
    name: 'optimise',
    title: 'Optimize',
    shortcut: 'o',
    isExtra: false,
    shape: 'M12 3v4M12 7 5 13v5M12 7l7 6v5M12 7v11M5 21v-.100M12 21v-.100M19 21v-.100',
    Page: lazyComponent(() => import('../pages/optimize/optimize-page.tsx')),
  },
  {
    name: 'isochrone',
    title: 'Isochrones',
    shortcut: 'i',
    isExtra: false,
    shape:
      'M12 13.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3M12 7c3.500-.500 5.500 2 5 5s-2.500 5-5.500 4.500S7 14 7.500 11 9.500 7.300 12 7M12.500 3c5-.300 8.500 4 8.500 9s-4 9-9.500 8.700S3 16.500 3 11.500 7.500 3.300 12.500 3',
    Page: lazyComponent(() => import('../pages/isochrone/isochrone-page.tsx')),
  },
  {
    name: 'nearby',
    title: 'Nearby',
    shortcut: 'n',
    isExtra: false,
    shape:
      'M12 21s7-6.200 7-11.500a7 7 0 0 0-14 0C5 14.800 12 21 12 21M12 12a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5',
    Page: lazyComponent(() => import('../pages/nearby/nearby-page.tsx')),
  },
  {
    name: 'live',
    title: 'Live',
    shortcut: 'l',
    isExtra: false,
    shape:
      'M12 13a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3M8 15.500a5.500 5.500 0 0 1 0-8M16 15.500a5.500 5.500 0 0 0 0-8M5 18.500a10 10 0 0 1 0-14M19 18.500a10 10 0 0 0 0-14',
    Page: lazyComponent(() => import('../pages/live/live-page.tsx')),
  },
  {
    name: 'geofences',
    title: 'Geofences',
    shortcut: 'g',
    parent: 'live',
    Page: lazyComponent(() => import('../pages/geofences/geofences-page.tsx')),
  },
  {
    name: 'events',
    title: 'Events',
    shortcut: 'e',
    parent: 'live',
    Page: lazyComponent(() => import('../pages/events/events-page.tsx')),
  },
  {
    name: 'reports',
    title: 'Reports',
    shortcut: 'r',
    parent: 'live',
    Page: lazyComponent(() => import('../pages/reports/reports-page.tsx')),
  },
  {
    name: 'matrix',
    title: 'Matrix',
    shortcut: 'x',
    isExtra: true,
    shape: 'M4 4h16v16H4zM4 9.300h16M4 14.600h16M9.300 4v16M14.600 4v16',
    Page: lazyComponent(() => import('../pages/matrix/matrix-page.tsx')),
  },
  {
    name: 'match',
    title: 'Match',
    shortcut: 'm',
    isExtra: true,
    shape: 'M4 20c3-1 2-6 5-7s3 2 6 0 2-7 5-8M4 14l2-3M9 8l2 1M14 8l1.500-3.500M20 11l-2 3',
    Page: lazyComponent(() => import('../pages/match/match-page.tsx')),
  },
  {
    name: 'account',
    title: 'Account',
    shortcut: 'a',
    isExtra: true,
    shape: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21a8 8 0 0 1 16 0',
    Page: lazyComponent(() => import('../pages/account/account-page.tsx')),
  },
] as const
