const iconShapes = {
  straight: 'M12 21V4M6.5 9.5 12 4l5.5 5.5',
  slight: 'M9 21v-8l6.5-6.5M9.5 5.5h7v7',
  turn: 'M7 21V12a3 3 0 0 1 3-3h8M13.5 4.5 18 9l-4.5 4.5',
  sharp: 'M7 21V7l9.5 9.5M9.5 17h7.5V9.5',
  uturn: 'M17 21V9a5 5 0 0 0-10 0v8M3 13l4 4 4-4',
  fork: 'M11 21v-7l6-7M11 14 6 8M12.5 5.5H18V11',
  merge: 'M13 21V4M8 9l5-5 5 5M13 14c0-3-2-5-6-6',
  roundabout: 'M12 22v-5.5M17.5 11a5.5 5.5 0 1 1-2-4.2M17 2.5v5h-5',
  depart: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  arrive: 'M12 21.5s7-6.6 7-12a7 7 0 0 0-14 0c0 5.400 7 12 7 12M12 7a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5',
  ferry: 'M4 14h16l-2.500 5h-11zM7 14V8h10v6M12 8V4M3 21.500h18',
  climb: 'M12 20V5M6.500 10.500 12 5l5.500 5.500M4 21.500h16',
  land: 'M12 4v14M6.500 12.500 12 18l5.500-5.500M4 21.500h16',
  corridor: 'M7 21 10 3M17 21 14 3M12 20v-3M12 13.500v-3M12 7V4.500',
  stop: 'M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14M9.500 9.500h5v5h-5z',
  waterWaves:
    'M2.500 9c2.400-2.500 4.800-2.500 7.100 0s4.800 2.500 7.100 0 3.600-2 4.800-1M2.500 15c2.400-2.500 4.800-2.500 7.100 0s4.800 2.500 7.100 0 3.600-2 4.800-1',
  passage: 'M5 3c3 5 3 13 0 18M19 3c-3 5-3 13 0 18M12 19V6M8.500 9.500 12 6l3.500 3.500',
  road: 'M8 21 10 3M16 21 14 3M12 20v-3M12 13.500v-3M12 7V4.500M3 21h18',
  drone:
    'M9.500 9.500h5v5h-5zM9.500 9.500 6.500 6.500M14.500 9.500l3-3M9.500 14.500l-3 3M14.500 14.500l3 3M5.500 3a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5M18.500 3a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5M5.500 16a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5M18.500 16a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5',
  sea: 'M4 13.500h16l-2.500 4.500h-11zM7.500 13.500V9h9v4.500M12 9V4.500M12 4.500h3.500M2.500 21.500c2-1.500 4-1.500 6.300 0s4.400 1.500 6.500 0 4-1.500 6.200 0',
  av: 'M4 16v-3.500l2-5.500h12l2 5.500V16zM4 12.500h16M6.500 16v2.500M17.500 16v2.500M12 7V4.500M8 2.800c2.500-1.300 5.500-1.300 8 0',
  car: 'M4 16v-3.500l2-5.500h12l2 5.500V16zM4 12.500h16M6.500 16v2.500M17.500 16v2.500',
  bicycle:
    'M6 12.500a4 4 0 1 0 0 8 4 4 0 0 0 0-8M18 12.500a4 4 0 1 0 0 8 4 4 0 0 0 0-8M6 16.500l4-8h6l2 8M8.500 11.500 12 16.500l4-8M8 6.500h3.500M16 8.500V5.500h2.500',
  motorcycle:
    'M5.500 13a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7M18.500 13a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7M5.500 16.500l4-5.500h6l3 5.500M15.500 11 14 7h3.500M3 9.500h5l1.500 1.500M9.500 16.500h4.500l1.500-5.500',
  wheelchair:
    'M11 3a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3M11 8v6h5.500l2.500 6M11 10.500h5M9 11.500a5 5 0 1 0 6.500 6.500',
  foot: 'M13 3a1.700 1.700 0 1 0 0 3.400A1.700 1.700 0 0 0 13 3M12.500 8.500 10 11l-.500 4M12.500 8.500 12 14l3 3 1 4.500M9.500 15 7 21.500M12.500 8.500l3.500 3 2.500.5M10 11l-3 1',
  swap: 'M8 4v15M4 15.500 8 19.500l4-4M16 20V5M12 8.500 16 4.500l4 4',
  up: 'M12 19V6M6.500 11.500 12 6l5.500 5.500',
  down: 'M12 5v13M6.500 12.500 12 18l5.500-5.500',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6 6 18',
  back: 'M14.500 5.500 8 12l6.500 6.500',
  forward: 'M9.500 5.500 16 12l-6.500 6.500',
  eye: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  eyeOff:
    'M4 4l16 16M9.500 6a9 9 0 0 1 2.500-.500c6 0 9.500 6.500 9.500 6.500a16 16 0 0 1-3 3.700M6.200 7.800A16 16 0 0 0 2.500 12s3.500 6.500 9.500 6.500a9 9 0 0 0 4-1',
  pencil: 'M4 20l1-4L16.500 4.500l3 3L8 19zM14 7l3 3',
  area: 'M5 6 17 4l3 9-6 7-9-3zM8.500 8.500l7 7',
  van: 'M3 6.500h11v10H3zM14 10h4l3 3.500v3h-7zM7 15.500a2 2 0 1 0 0 4 2 2 0 0 0 0-4M17 15.500a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  locate: 'M12 6.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11M12 2.500v4M12 17.500v4M2.500 12h4M17.500 12h4',
  link: 'M10 14a4 4 0 0 0 5.700 0l3.600-3.600a4 4 0 0 0-5.700-5.700L12 6.300M14 10a4 4 0 0 0-5.700 0l-3.600 3.600a4 4 0 0 0 5.700 5.700L12 17.700',
  warning: 'M12 4 2.500 20h19zM12 10v4.500M12 17v.500',
} as const

export type IconName = keyof typeof iconShapes

/** Icon of a step, mode or button. The icon shows the right side and is mirrored for the left side. */
export interface StepIconSpec {
  readonly name: IconName
  readonly isMirrored?: boolean
  /** Clockwise rotation in degrees, for the compass heading of a flight. */
  readonly degrees?: number
  /** Number inside the icon, such as the exit number. */
  readonly text?: string
}

/** Draws the icon as lines in the text color. A text label next to the icon states its meaning. */
export function StepIcon({ icon, size = 24 }: { readonly icon: StepIconSpec; readonly size?: number }) {
  const turn = icon.isMirrored ? 'matrix(-1 0 0 1 24 0)' : `rotate(${icon.degrees ?? 0} 12 12)`
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconShapes[icon.name]} transform={turn} />
      {icon.text !== undefined && (
        <text x="12" y="14" text-anchor="middle">
          {icon.text}
        </text>
      )}
    </svg>
  )
}

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return <StepIcon icon={{ name }} size={size} />
}
