import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../common/problem';
import { quote } from '../common/text';
import { isObject } from '../common/value';
import { toIdOption } from '../networks/entries';
import type { Picker } from '../networks/networkTypes';
import type { ApiRequest } from '../transport/apiRequest';
import type { PostizClient } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import { NOT_FOUND, UNAUTHORIZED } from '../transport/httpStatus';
import { isMissingEndpoint } from '../transport/response';
import { fetchChannel } from './requireChannel';

export interface ChannelToolCall {
	channelId: string;
	methodName: string;
	data: IDataObject;
	timeout?: number;
}

/** Calls a tool of a channel (docs/api.md, Provider tools). Throws {@link Problem}. */
export async function callChannelTool(
	client: PostizClient,
	{ channelId, timeout, ...body }: ChannelToolCall,
): Promise<unknown> {
	const request: ApiRequest = {
		...endpoints.runChannelTool(channelId),
		body,
		timeout,
		createErrorProblem: (response) =>
			response.status === NOT_FOUND && !isMissingEndpoint(response)
				? new Problem(
						`Postiz has no tool ${quote(body.methodName)} for this channel`,
						'Channel > Get Settings and Tools lists its tools.',
					)
				: undefined,
	};
	const result = await client.send(request);
	if (result.response?.status === UNAUTHORIZED) {
		// A wrong API key has the same status, but then listing the channels fails, too.
		const { name } = await fetchChannel(client, channelId);
		throw new Problem(
			`“${name}” must be reconnected`,
			'Postiz no longer has access to it. Reconnect the channel in Postiz.',
		);
	}
	return client.getBodyOrThrow(result, request);
}

/** Parses the options of a picker from the response of its tool. Undefined if the response has no list. */
export function parsePickerOptions(
	response: unknown,
	{ getEntries, toOption = toIdOption }: Picker,
) {
	if (!isObject(response)) return undefined;
	const entries = (getEntries ? getEntries(response.output) : response.output) || [];
	return Array.isArray(entries)
		? entries.flatMap((entry) => (isObject(entry) ? (toOption(entry) ?? []) : []))
		: undefined;
}
