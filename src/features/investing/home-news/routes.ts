// HTTP of the home news: administrators edit them, the public reads the active one.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { changeHomeNewsErrors, deleteHomeNewsErrors } from './errors.ts';
import { activateHomeNews, createHomeNews, deleteHomeNews, listHomeNews, readActiveNews, updateHomeNews } from './home-news.ts';
import { ActiveHomeNews, HomeNews, HomeNewsContent, HomeNewsList, HomeNewsParams, HomeNewsQuery } from './schemas.ts';

/** Registers the group. The four audit kinds are ours. */
export function homeNewsRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'cache'>): void {
  route(app, {
    method: 'POST',
    url: '/administration/home/news',
    operationId: 'createHomeNews',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'administration',
    summary: 'Creates an inactive news.',
    query: HomeNewsQuery,
    body: HomeNewsContent,
    answer: HomeNews,
    audit: 'HOME_NEWS_CREATION',
    handle: ({ query, body, audit }) => createHomeNews(deps, { appScope: query.appScope, content: body, audit }),
  });
  route(app, {
    method: 'GET',
    url: '/administration/home/news',
    operationId: 'listHomeNews',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'administration',
    summary: 'News of a scope, newest first.',
    query: HomeNewsQuery,
    answer: HomeNewsList,
    handle: ({ query }) => listHomeNews(deps, query.appScope),
  });
  route(app, {
    method: 'PUT',
    url: '/administration/home/news/:id/set-active',
    operationId: 'activateHomeNews',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'administration',
    summary: 'Shows this news instead of the active one of the scope.',
    params: HomeNewsParams,
    query: HomeNewsQuery,
    answer: HomeNews,
    errors: changeHomeNewsErrors,
    audit: 'HOME_NEWS_ACTIVATION',
    handle: ({ params, query, audit }) => activateHomeNews(deps, { id: params.id, appScope: query.appScope, audit }),
  });
  route(app, {
    method: 'PUT',
    url: '/administration/home/news/:id',
    operationId: 'updateHomeNews',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'administration',
    summary: 'Replaces the content of a news.',
    params: HomeNewsParams,
    query: HomeNewsQuery,
    body: HomeNewsContent,
    answer: HomeNews,
    errors: changeHomeNewsErrors,
    audit: 'HOME_NEWS_UPDATE',
    handle: ({ params, query, body, audit }) =>
      updateHomeNews(deps, { id: params.id, appScope: query.appScope, content: body, audit }),
  });
  route(app, {
    method: 'DELETE',
    url: '/administration/home/news/:id',
    operationId: 'deleteHomeNews',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'administration',
    summary: 'Deletes an inactive news.',
    params: HomeNewsParams,
    query: HomeNewsQuery,
    errors: deleteHomeNewsErrors,
    audit: 'HOME_NEWS_DELETION',
    handle: async ({ params, query, audit }) => {
      await deleteHomeNews(deps, { id: params.id, appScope: query.appScope, audit });
      return undefined;
    },
  });
  route(app, {
    method: 'GET',
    url: '/home/news',
    operationId: 'readActiveNews',
    guard: 'public',
    tag: 'extension',
    summary: 'The active news of a scope, or null.',
    query: HomeNewsQuery,
    answer: ActiveHomeNews,
    handle: ({ query }) => readActiveNews(deps, query.appScope),
  });
}
