import type { IDataObject } from 'n8n-workflow';

import { lacksCall, TOO_MANY_REQUESTS, UNAUTHORIZED } from '../transport/answer';
import type { ApiRequest, PostizClient } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import type { Channel } from '../transport/types';
import { Problem } from '../values/problem';
import { connectedChannel } from './targets';

/** A failed call: its channel and status, and the client's explanation. */
export interface ToolFailure {
	channel: Channel;
	status: number;
	/** The instance has no tools at all. */
	isTooOld: boolean;
	reason: string;
}

/** Runs a tool within `timeout` ms (docs/api.md, Provider tools). Throws {@link Problem}, or what `explain` returns. */
export async function callTool(
	client: PostizClient,
	{
		channelId,
		timeout,
		...body
	}: { channelId: string; methodName: string; data: IDataObject; timeout?: number },
	explain: (failure: ToolFailure) => Problem | undefined,
): Promise<unknown> {
	const request: ApiRequest = {
		...endpoints.runTool(channelId),
		body,
		timeout,
	};
	const exchange = await client.exchange(request);
	const { status = TOO_MANY_REQUESTS } = exchange.answer ?? {};
	if (status >= 400 && status !== TOO_MANY_REQUESTS) {
		// The status is the same for a wrong key and a wrong channel; the list of channels tells which.
		const channel = await connectedChannel(client, channelId);
		const { message, description } = client.explain(exchange, request);
		const isTooOld = exchange.answer !== undefined && lacksCall(exchange.answer);
		const reason = `${message}. ${description}`;
		const problem = explain({ channel, status, isTooOld, reason });
		if (problem) throw problem;
		if (status === UNAUTHORIZED) {
			throw new Problem(
				`“${channel.name}” must be reconnected`,
				'Postiz no longer has access to its network. Reconnect the channel in Postiz.',
			);
		}
	}
	return client.bodyOf(exchange, request);
}
