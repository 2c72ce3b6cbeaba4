/** Why a post failed (docs/api.md, Reason of a failure). */
export type FailureKind = 'refused' | 'reconnect' | 'disabled' | 'retrying' | 'unclear';

/** Why a post is overdue. */
export type OverdueKind = 'channelDisabled' | 'channelGone' | 'unknown';

/** Why a channel needs attention. */
export type AlertKind = 'disabled' | 'gone' | 'reconnect';

/** The values of the output `reasonKind`, on which workflows switch. */
export type ReasonKind = FailureKind | OverdueKind | AlertKind;
