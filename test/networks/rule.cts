import type { NetworkPost, Sample } from './samples.cjs';

/** Rejected, rejected unless validation is skipped, or only noted. */
export type Level = 'rejected' | 'mayBeAccepted' | 'noted';

/** Something that a network or Postiz rejects, or that the node only notes. */
export interface Rule {
	/** Their identifiers, separated by spaces. */
	networks: string;
	level: Level;
	/** Part of the message. */
	message: string;
	inside: Sample;
	outside: Sample;
	/** Whether a post breaks it; nobody rejects what is only noted. */
	breaks?: (post: NetworkPost) => boolean;
	answer: string;
	/** Postiz rejects the post on arrival; otherwise the network does when it is due. */
	onArrival?: boolean;
	/** Postiz opens the files to check it. */
	opens?: boolean;
}
