import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { idOption } from '../providers/shapes';
import { PostizClient, type ApiRequest } from '../transport/client';
import { TOO_MANY_REQUESTS, UNAUTHORIZED } from '../transport/status';
import { Problem } from '../values/problem';
import { isObject } from '../values/read';

const LOAD_VOICES: ApiRequest = {
	method: 'POST',
	path: '/video/function',
	body: { functionName: 'loadVoices', identifier: 'image-text-slides', params: {} },
	timeout: 30_000,
};
const BY_HAND = 'You can also enter the ID of a voice by hand (By ID).';
const SAID_AS_IT_IS = [UNAUTHORIZED, TOO_MANY_REQUESTS];

/** Rows of the voice picker: the voices that match what was typed (docs/api.md, Videos). */
export async function searchVoices(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const voices = await loadVoices(this);
	if (voices.length === 0) {
		throw new Problem(
			'No voices found',
			`The video generator of this Postiz instance may not be set up. ${BY_HAND}`,
		);
	}
	const wanted = filter.trim().toLowerCase();
	return {
		results: voices
			.flatMap((voice) => (isObject(voice) ? (idOption(voice) ?? []) : []))
			.filter(({ name }) => name.toLowerCase().includes(wanted)),
	};
}

async function loadVoices(context: ILoadOptionsFunctions): Promise<unknown[]> {
	const client = await PostizClient.connect(context);
	const exchange = await client.exchange(LOAD_VOICES);
	const status = exchange.kind === 'answer' ? exchange.answer.status : 0;
	if (status >= 400 && !SAID_AS_IT_IS.includes(status)) {
		const { message, description } = client.explain(exchange, LOAD_VOICES);
		throw new Problem('The voices could not be loaded', `${message}. ${description} ${BY_HAND}`);
	}
	const voices = client.bodyOf<{ voices?: unknown } | undefined>(exchange, LOAD_VOICES)?.voices;
	if (Array.isArray(voices)) return voices;
	throw new Problem(
		"Postiz didn't return a list of voices",
		`The video generator may be of another version. ${BY_HAND}`,
	);
}
