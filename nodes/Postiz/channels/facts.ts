import type { IDataObject } from 'n8n-workflow';

import { idOption } from '../providers/shapes';
import type { Picker, SettingField } from '../providers/types';
import { lacksCall, TOO_MANY_REQUESTS, UNAUTHORIZED } from '../transport/answer';
import type { ApiRequest, PostizClient } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import type { Channel } from '../transport/types';
import { utcDate } from '../values/date';
import { getOrMake } from '../values/lists';
import { Problem } from '../values/problem';
import { isObject, propertiesOf } from '../values/read';
import { changesPost } from './checkSetting';
import { channelLabel } from './match';
import { connectedChannel, type Target } from './targets';

/**
 * Returns what the instance tells of a channel, asked once a run (docs/api.md, Channel settings and tools): the max
 * characters per part, and the keys of settings that it knows, undefined if it lists none. Throws {@link Problem}.
 */
export type FactsOf = (channelId: string) => Promise<{ maxLength?: number; keys?: string[] }>;

/** The {@link FactsOf} the channels of a run. */
export function channelFacts(client: PostizClient): FactsOf {
	const asked = new Map<string, ReturnType<FactsOf>>();
	return async (channelId) =>
		await getOrMake(asked, channelId, async () => {
			const answer = await client.request({
				...endpoints.getChannelSettings(channelId),
				explain: (refusal) => (lacksCall(refusal) ? TOO_OLD : undefined),
			});
			const { maxLength, settings } = propertiesOf(propertiesOf(answer).output);
			const { properties } = propertiesOf(settings);
			return {
				...(typeof maxLength === 'number' && { maxLength }),
				...(isObject(properties) && { keys: Object.keys(properties) }),
			};
		});
}

const TOO_OLD = new Problem(
	'Network Settings need Postiz 2.18 or newer',
	'Update Postiz, or leave the settings as they are in a new post.',
);

/** The keys of settings with another value than their default, without reposts, which instances never list. */
export const statedKeys = (fields: SettingField[], settings: IDataObject): string[] =>
	fields
		.filter((field) => changesPost(field, settings[field.name]) && !/^plug--/.test(field.name))
		.map(({ name }) => name);

/**
 * Runs a tool within `timeout` ms (docs/api.md, Provider tools). Throws {@link Problem}: what `explain` returns for the
 * channel, the status, and what the client makes of it, or else that.
 */
export async function callTool(
	client: PostizClient,
	{
		channelId,
		timeout,
		...body
	}: { channelId: string; methodName: string; data: IDataObject; timeout?: number },
	explain?: (channel: Channel, status: number, reason: string) => Problem | undefined,
): Promise<unknown> {
	const request: ApiRequest = { ...endpoints.runTool(channelId), body, timeout };
	const exchange = await client.exchange(request);
	const { status = TOO_MANY_REQUESTS } = exchange.answer ?? {};
	if (status >= 400 && status !== TOO_MANY_REQUESTS && !lacksCall(exchange.answer!)) {
		// The status is the same for a wrong key and a wrong channel; the list of channels tells which.
		const channel = await connectedChannel(client, channelId);
		if (status === UNAUTHORIZED) {
			throw new Problem(
				`“${channel.name}” must be reconnected`,
				'Postiz no longer has access to its network. Reconnect the channel in Postiz.',
			);
		}
		const { message, description } = client.explain(exchange, request);
		const problem = explain?.(channel, status, `${message}. ${description}`);
		if (problem) throw problem;
	}
	return client.bodyOf(exchange, request);
}

/** The options of a picker in the answer of its tool; undefined if it has no list. */
export function optionsIn(answer: unknown, { rowsIn, toOption = idOption }: Picker) {
	if (!isObject(answer)) return undefined;
	const rows = (rowsIn ? rowsIn(answer.output) : answer.output) || [];
	return Array.isArray(rows)
		? rows.flatMap((row) => (isObject(row) ? (toOption(row) ?? []) : []))
		: undefined;
}

const SLOT_TIMEOUT_MS = 10_000;

/** Looks up free slots. A channel without any is asked for once. */
export class SlotFinder {
	/** By channel ID. */
	private readonly withoutSlot = new Map<string, Problem>();

	constructor(private readonly client: PostizClient) {}

	/** Like {@link findOne}, for several channels, by ID. */
	async find(posts: Array<{ target: Target }>): Promise<Map<string, string>> {
		const slots = new Map<string, string>();
		for (const { target } of posts) slots.set(target.id, await this.findOne(target));
		return slots;
	}

	/**
	 * The next free slot, in UTC (docs/api.md, Free slots). The channel must be connected and enabled: otherwise, the
	 * service never answers and stays busy.
	 */
	async findOne(target: Target): Promise<string> {
		const { id } = target;
		const known = this.withoutSlot.get(id);
		if (known) throw known;
		const request = { ...endpoints.findSlot(id), timeout: SLOT_TIMEOUT_MS };
		const exchange = await this.client.exchange(request);
		const body = exchange.kind === 'unknown' ? {} : this.client.bodyOf(exchange, request);
		const slot = utcDate(propertiesOf(body).date);
		if (slot !== undefined) return slot;
		const problem = new Problem(
			`Postiz returned no free slot for ${channelLabel(target)}`,
			'Choose a date, or add posting times to the channel in Postiz, which never answers for a channel without any.',
		);
		this.withoutSlot.set(id, problem);
		throw problem;
	}
}
