import type { Output } from './output';
import type { Json, Kind, Told } from './types';

/** A file of a post, as text or as an expression: an address, the name of a binary field, or an earlier upload. */
export interface Media {
	from: 'url' | 'binary' | 'upload';
	value: unknown;
}

/** A channel that a call posts to. */
export interface Target {
	/** The identifier of its network in Postiz. */
	network: string;
	/** The account as the node names it: its ID or an expression for it, and how people know it. */
	account: { id: unknown; label?: unknown };
	/** The settings of its network, by the keys of Postiz. */
	settings?: Json;
	/** Its own text, if it differs from that of the others. */
	text?: unknown;
}

/** When a post goes out; both may be expressions. */
export interface When {
	type: unknown;
	date?: unknown;
}

/** What a call publishes. */
export interface Publication {
	text: unknown;
	media: Media[];
	targets: Target[];
	/** Now, unless something else is said. */
	when?: When;
	/** The names of values that are not carried over. */
	left?: string[];
}

/** What a node does, as far as the converter understands it. */
export type Reading = { said?: Array<[Kind, ...Told]> } & (
	| { does: 'post'; post: Publication; output: Output }
	/** Anything else: the parameters of the operation that does it, and the credentials that the node keeps. */
	| { does: 'call'; parameters: Json; output?: Output; isUpload?: true; credentials?: unknown }
	| Stays
);

/** Publishes or prepares that, but cannot be converted. */
export interface Stays {
	does: 'stays';
	/** As the end of a sentence, without its dot. */
	because: string;
}

/** The reading of a node that stays. */
export const stays = (because: string): Stays => ({ does: 'stays', because });
