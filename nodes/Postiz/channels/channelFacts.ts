import type { IDataObject } from 'n8n-workflow';

import { toUtcDate } from '../common/date';
import { getOrCreate } from '../common/lists';
import { isObject, getProperties } from '../common/parseValue';
import { Problem, quote } from '../common/problem';
import type { Picker, SettingField } from '../networks/networkTypes';
import { toIdOption } from '../networks/optionRows';
import { isMissingEndpoint, NOT_FOUND, UNAUTHORIZED } from '../transport/answer';
import type { ApiRequest, PostizClient } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import { getChannelLabel } from './findByName';
import { findConnectedChannel, type Target } from './targets';
import { differsFromDefault } from './validateSetting';

/**
 * Returns the max characters per part of a channel, the keys of settings that the instance knows, undefined if it lists
 * none, and whether it removes links from posts (docs/api.md, Channel settings and tools). Throws {@link Problem}.
 */
export type GetChannelFacts = (
	channelId: string,
) => Promise<{ maxLength?: number; keys?: string[]; stripsLinks?: true }>;

/** Requests the facts of each channel once. */
export function createChannelFactsGetter(client: PostizClient): GetChannelFacts {
	const factsById = new Map<string, ReturnType<GetChannelFacts>>();
	return async (channelId) =>
		await getOrCreate(factsById, channelId, async () => {
			const answer = await client.request({
				...endpoints.getChannelSettings(channelId),
				explain: (rejection) => (isMissingEndpoint(rejection) ? TOO_OLD_FOR_SETTINGS : undefined),
			});
			const { maxLength, rules, settings } = getProperties(getProperties(answer).output);
			const { properties } = getProperties(settings);
			return {
				...(/\blinks\b.*\bstripped\b/i.test(String(rules)) && { stripsLinks: true as const }),
				...(typeof maxLength === 'number' && { maxLength }),
				...(isObject(properties) && { keys: Object.keys(properties) }),
			};
		});
}

const TOO_OLD_FOR_SETTINGS = new Problem(
	'Network Settings need Postiz 2.18 or newer',
	'Update Postiz, or create posts without Network Settings.',
);

/** The keys of settings with another value than their default, without reposts, which instances never list. */
export const findChangedKeys = (fields: SettingField[], settings: IDataObject): string[] =>
	fields
		.filter(
			(field) => differsFromDefault(field, settings[field.name]) && !/^plug--/.test(field.name),
		)
		.map(({ name }) => name);

/** Runs a tool within `timeout` ms (docs/api.md, Provider tools). Throws {@link Problem}. */
export async function callTool(
	client: PostizClient,
	{
		channelId,
		timeout,
		...body
	}: { channelId: string; methodName: string; data: IDataObject; timeout?: number },
): Promise<unknown> {
	const request: ApiRequest = {
		...endpoints.runTool(channelId),
		body,
		timeout,
		explain: (rejection) =>
			rejection.status === NOT_FOUND && !isMissingEndpoint(rejection)
				? new Problem(
						`Postiz has no tool ${quote(body.methodName)} for this channel`,
						'Channel > Get Settings and Tools lists its tools.',
					)
				: undefined,
	};
	const exchange = await client.exchange(request);
	if (exchange.answer?.status === UNAUTHORIZED) {
		// A wrong key has the same status, but then listing the channels fails, too.
		const { name } = await findConnectedChannel(client, channelId);
		throw new Problem(
			`“${name}” must be reconnected`,
			'Postiz no longer has access to it. Reconnect the channel in Postiz.',
		);
	}
	return client.getBody(exchange, request);
}

/** The options of a picker in the answer of its tool; undefined if it has no list. */
export function findOptions(answer: unknown, { getRows, toOption = toIdOption }: Picker) {
	if (!isObject(answer)) return undefined;
	const rows = (getRows ? getRows(answer.output) : answer.output) || [];
	return Array.isArray(rows)
		? rows.flatMap((row) => (isObject(row) ? (toOption(row) ?? []) : []))
		: undefined;
}

const SLOT_TIMEOUT_MS = 10_000;

/** Looks up free slots, but only once for a channel that has none. */
export class SlotFinder {
	/** By channel ID. */
	private readonly problems = new Map<string, Problem>();

	constructor(private readonly client: PostizClient) {}

	/** Like {@link findSlot}, for several channels, by ID. */
	async findSlots(posts: Array<{ target: Target }>): Promise<Map<string, string>> {
		const slots = new Map<string, string>();
		for (const { target } of posts) slots.set(target.id, await this.findSlot(target));
		return slots;
	}

	/**
	 * The next free slot, in UTC (docs/api.md, Free slots). The channel must be connected and enabled: otherwise, the
	 * service never answers and stays busy.
	 */
	async findSlot(target: Target): Promise<string> {
		const { id } = target;
		const known = this.problems.get(id);
		if (known) throw known;
		const request = { ...endpoints.findSlot(id), timeout: SLOT_TIMEOUT_MS };
		const exchange = await this.client.exchange(request);
		const isLate = exchange.kind === 'unknown' && exchange.isLate;
		const body = isLate ? {} : this.client.getBody(exchange, request);
		const slot = toUtcDate(getProperties(body).date);
		if (slot !== undefined) return slot;
		const problem = new Problem(
			`Postiz returned no free slot for ${getChannelLabel(target)}`,
			'Choose a date, or add posting times to the channel in Postiz.',
		);
		this.problems.set(id, problem);
		throw problem;
	}
}
