import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { isRequestError, Problem } from '../common/problem';
import { toNodeError } from '../execution/nodeError';
import { PostizClient } from '../transport/client';
import {
	getChannelsAndGroups,
	getGroups,
	getChannelTools,
	searchChannels,
	searchVoices,
} from './listLoaders';
import type { ListLoader, ListQuery } from './listQuery';
import { pickerLoaders } from './pickerLoaders';
import { searchPosts } from './searchPosts';

function createMethods<Method>(
	loaders: Record<string, ListLoader>,
	createMethod: (load: ListLoader) => Method,
): Record<string, Method> {
	return Object.fromEntries(
		Object.entries(loaders).map(([name, load]) => [name, createMethod(load)]),
	);
}

const createListQuery = async (
	context: ILoadOptionsFunctions,
	filter = '',
): Promise<ListQuery> => ({
	context,
	client: await PostizClient.create(context),
	filter: filter.trim(),
});

/** The editor shows errors of searchable lists, including what to do. */
const createListSearch = (load: ListLoader) =>
	async function (this: ILoadOptionsFunctions, filter?: string) {
		try {
			return { results: await load(await createListQuery(this, filter)) };
		} catch (error) {
			throw toNodeError(this.getNode(), error, { isForList: true });
		}
	};

/** The editor doesn't show errors of other lists, so the message becomes an option. */
const createLoadOptions = (load: ListLoader, { isMultiple = false } = {}) =>
	async function (this: ILoadOptionsFunctions) {
		let query: ListQuery | undefined;
		try {
			query = await createListQuery(this);
			return await load(query);
		} catch (error) {
			const isWithoutCredential = !query && !(error instanceof Problem);
			// In a list of several values, a chosen message would stay, with a red triangle.
			if (isWithoutCredential && isMultiple) return [];
			const isAboutForm = query && !isRequestError(error);
			const shown = isAboutForm ? error : createRefreshProblem(error);
			const { message, description } = toNodeError(this.getNode(), shown);
			return [{ name: `⚠ ${message}`, value: '', description: description ?? '' }];
		}
	};

/** The editor loads lists even before it selects the credential of a new node. */
const NO_CREDENTIAL_PROBLEM = new Problem(
	'Choose Refresh List (⋮)',
	'The list was loaded before you chose a credential.',
);

/** The editor keeps a list after the credential is corrected. It shows three lines of an option. */
const createRefreshProblem = (error: unknown) =>
	error instanceof Problem
		? new Problem('Fix this, then choose Refresh List (⋮)', [`${error.message}.`, ...error.remedy])
		: NO_CREDENTIAL_PROBLEM;

/** The methods of the searchable lists, by name. */
export const listSearch = createMethods(
	{ searchChannels, searchPosts, searchVoices, ...pickerLoaders },
	createListSearch,
);

const createMultiSelectOptions = (load: ListLoader) =>
	createLoadOptions(load, { isMultiple: true });

export const triggerLoadOptions = {
	getChannelsAndGroups: createMultiSelectOptions(getChannelsAndGroups),
};

/** The methods of the other lists, by name. */
export const loadOptions = {
	...triggerLoadOptions,
	...createMethods({ getGroups, getChannelTools }, createLoadOptions),
	// Pickers of a single value are searchable lists.
	...createMethods(pickerLoaders, createMultiSelectOptions),
};
