import { option } from '../form/fields';
import { idOption } from '../providers/shapes';
import { TOO_MANY_REQUESTS, UNAUTHORIZED } from '../transport/answer';
import type { ApiRequest } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import { Problem } from '../values/problem';
import { isObject } from '../values/read';
import { atLeastOne, chosenId, chosenText, matching, type FillList, type OpenList } from './lists';

interface Tool {
	methodName: string;
	description?: string;
	dataSchema?: Array<{ key: string; description?: string }>;
}

/** The tools of the chosen channel (docs/api.md, Channel settings and tools). */
export const getTools: FillList = async (list) => {
	const channelId = channelOf(list);
	// The editor fills the list when the form opens, so a missing channel isn't an error yet.
	if (channelId === '') return [];
	const tools = atLeastOne(
		await toolsOf(list, channelId),
		'This channel has no tools',
		'Its network has nothing to look up. Choose another one under Channel.',
	);
	return tools.map(({ methodName, description }) => option(methodName, methodName, description));
};

/** The inputs of the chosen tool. */
export const getToolInputs: FillList = async (list) => {
	const channelId = channelOf(list);
	const chosen = chosenText(list, 'methodName');
	if (channelId === '' || chosen === '') {
		throw new Problem('Choose the channel and the tool first', 'Then open this list again.');
	}
	const tool = (await toolsOf(list, channelId)).find(({ methodName }) => methodName === chosen);
	const inputs = tool?.dataSchema ?? [];
	if (inputs.length === 0) throw new Problem('This tool has no inputs', 'Remove the input.');
	return inputs.map(({ key, description }) => option(key, key, description));
};

const channelOf = (list: OpenList) => chosenId(list, 'integrationId', 'Channel');

async function toolsOf({ client }: OpenList, channelId: string): Promise<Tool[]> {
	const answer = await client.request<{ output?: { tools?: Tool[] } } | undefined>(
		endpoints.getChannelSettings(channelId),
	);
	return answer?.output?.tools ?? [];
}

const LOAD_VOICES: ApiRequest = {
	...endpoints.runVideoFunction(),
	body: { functionName: 'loadVoices', identifier: 'image-text-slides', params: {} },
	timeout: 30_000,
};
const BY_HAND = 'You can also enter the ID of a voice by hand (By ID).';

/** Voices for videos (docs/api.md, Videos). */
export const searchVoices: FillList = async ({ client, typed }) => {
	const exchange = await client.exchange(LOAD_VOICES);
	const status = exchange.kind === 'answer' ? exchange.answer.status : 0;
	if (status >= 400 && ![UNAUTHORIZED, TOO_MANY_REQUESTS].includes(status)) {
		const { message, description } = client.explain(exchange, LOAD_VOICES);
		throw new Problem('The voices could not be loaded', `${message}. ${description} ${BY_HAND}`);
	}
	const voices = client.bodyOf<{ voices?: unknown } | undefined>(exchange, LOAD_VOICES)?.voices;
	if (!Array.isArray(voices)) {
		throw new Problem(
			"Postiz didn't return a list of voices",
			`The video generator may be of another version. ${BY_HAND}`,
		);
	}
	const found: unknown[] = atLeastOne(
		voices,
		'No voices found',
		`The video generator of this Postiz instance may not be set up. ${BY_HAND}`,
	);
	const rows = found.flatMap((voice) => (isObject(voice) ? (idOption(voice) ?? []) : []));
	return matching(rows, typed);
};
