import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { isServiceProblem, Problem } from '../common/problem';
import { toNodeError } from '../execution/nodeError';
import { PostizClient } from '../transport/client';
import {
	getChannelsAndGroups,
	getGroups,
	getTools,
	searchChannels,
	searchPosts,
	searchVoices,
	type FillList,
	type OpenList,
} from './listSearches';
import { pickers } from './pickers';

function toMethods<Method>(
	lists: Record<string, FillList>,
	toMethod: (fill: FillList) => Method,
): Record<string, Method> {
	return Object.fromEntries(Object.entries(lists).map(([name, fill]) => [name, toMethod(fill)]));
}

const openList = async (context: ILoadOptionsFunctions, typed = ''): Promise<OpenList> => ({
	context,
	client: await PostizClient.connect(context),
	typed: typed.trim(),
});

/** Searchable lists show errors, including the advice. */
const toListSearch = (fill: FillList) =>
	async function (this: ILoadOptionsFunctions, typed?: string) {
		try {
			return { results: await fill(await openList(this, typed)) };
		} catch (error) {
			throw toNodeError(this.getNode(), error, { isForList: true });
		}
	};

/** The editor keeps the list even after the credential is corrected, and shows three lines of an option. */
const toRefreshHint = ({ message, remedy }: Problem) =>
	new Problem('Fix this, then choose Refresh List (⋮)', [`${message}.`, ...remedy]);

/** The editor loads lists even before it selects the credential of a new node. */
const NO_CREDENTIAL_PROBLEM = new Problem(
	'Choose Refresh List (⋮)',
	'The list was loaded before you chose a credential.',
);

const toConnectionHint = (error: unknown) =>
	error instanceof Problem ? toRefreshHint(error) : NO_CREDENTIAL_PROBLEM;

/** Other lists don't show errors, so the message becomes an option. */
const toLoadOptions = (fill: FillList) =>
	async function (this: ILoadOptionsFunctions) {
		let opened: OpenList | undefined;
		try {
			opened = await openList(this);
			return await fill(opened);
		} catch (error) {
			// A chosen warning would stay, with a red triangle. Lists for one value need an entry for the empty one.
			if (!opened && !(error instanceof Problem) && fill === getChannelsAndGroups) return [];
			const concernsForm = opened && !isServiceProblem(error);
			const shown = concernsForm ? error : toConnectionHint(error);
			const { message, description } = toNodeError(this.getNode(), shown);
			return [{ name: `⚠ ${message}`, value: '', description: description ?? '' }];
		}
	};

/** All methods that fill lists of the form, by name. */
export const listSearch = toMethods(
	{
		searchChannels,
		searchPosts,
		searchVoices,
		...pickers,
	},
	toListSearch,
);

/** The methods of the triggers. */
export const triggerLoadOptions = toMethods({ getChannelsAndGroups }, toLoadOptions);

export const loadOptions = {
	...triggerLoadOptions,
	...toMethods({ getGroups, getTools, ...pickers }, toLoadOptions),
};
