// Empty replacement for the parser of number and date skeletons (`{n, number, ::percent}`), which the parser of
// messages imports. No message has one; a test of the catalogues sees to it.
function noSkeletons(): never {
  throw new Error('Messages have no skeletons')
}

export const parseDateTimeSkeleton = noSkeletons
export const parseNumberSkeleton = noSkeletons
export const parseNumberSkeletonFromString = noSkeletons
