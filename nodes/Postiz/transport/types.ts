import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

/** Every place of n8n from which the service is called. */
export type PostizContext =
	IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

/** The two ways of signing in; the value of the node's `authentication` parameter. */
export type Authentication = 'apiKey' | 'oAuth2';

/** A connected social account as `GET /integrations` lists it (API: Endpoints). */
export interface Channel {
	id: string;
	name: string;
	identifier: string;
	picture?: string;
	disabled?: boolean;
	profile?: string;
	customer?: { id: string; name: string };
}

/** A row of `GET /posts`; a repeating post has one for each occurrence (API: Endpoints). */
export interface PostRow {
	id: string;
	content?: string;
	publishDate: string;
	/** Only in rows of repeating posts: when the first occurrence is. */
	actualDate?: string;
	releaseURL?: string | null;
	releaseId?: string | null;
	state: string;
	intervalInDays?: number | null;
	group?: string;
	creationMethod?: string;
	settings?: string | IDataObject | null;
	tags?: Array<{ tag?: { id?: string; name?: string } }>;
	integration?: {
		id: string;
		providerIdentifier?: string;
		name?: string;
		picture?: string;
	};
}

/** What identifies a call in error sentences and retries. */
export interface ApiCall {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** Below the public API, with every id already encoded. */
	path: string;
}

/** An answer of the service, of any status. */
export interface ApiAnswer {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** A failure in words for the person who built the workflow. */
export interface Explanation {
	message: string;
	description: string;
}

/**
 * What came of a request: an answer of any status, nothing sent at all, or a request that may have
 * arrived without an answer.
 */
export type Exchange =
	| { kind: 'answer'; answer: ApiAnswer }
	| { kind: 'unknown'; explanation: Explanation }
	/** `temporary`: it may go through in a moment, unlike a bad certificate or a missing token. */
	| { kind: 'notSent'; explanation: Explanation; temporary: boolean };
