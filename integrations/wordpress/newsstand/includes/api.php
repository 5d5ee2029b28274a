<?php
// What this server asks the API.

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

const PATIENCE = 2;

/** What the API answers, or null where it cannot be asked. */
function ask_api(string $path, array $headers = []): ?array
{
    if (setting('api') === '') return null;
    $answer = wp_remote_get(setting('api') . $path, ['headers' => $headers, 'timeout' => PATIENCE, 'redirection' => 0]);
    return is_wp_error($answer) ? null : $answer;
}

/**
 * A piece of HTML from `/api/html/`: kept for a minute and asked again by its tag. False: there is no such thing. Null:
 * nobody knows, because the API cannot be asked and it was never seen; what was seen last stays until the API answers
 * again.
 */
function piece(string $path): string|false|null
{
    $key = 'newsstand_' . md5(setting('api') . $path);
    $kept = get_transient($key);
    $kept = is_array($kept) ? $kept : null;
    if ($kept !== null && $kept['until'] > time()) return $kept['html'];
    $answer = ask_api("/api/html/$path", $kept === null ? [] : ['If-None-Match' => $kept['tag']]);
    $status = $answer === null ? 0 : (int) wp_remote_retrieve_response_code($answer);
    if ($status === 404) {
        // Not kept: made-up addresses would fill the database.
        delete_transient($key);
        return false;
    }
    $is_html = str_starts_with((string) wp_remote_retrieve_header($answer ?? [], 'content-type'), 'text/html');
    if ($status === 200 && $is_html) {
        $kept = ['html' => wp_remote_retrieve_body($answer), 'tag' => (string) wp_remote_retrieve_header($answer, 'etag')];
    }
    if ($kept === null) return null;
    $rest = in_array($status, [200, 304], true) ? MINUTE_IN_SECONDS : 5;
    set_transient($key, ['until' => time() + $rest] + $kept, DAY_IN_SECONDS);
    return $kept['html'];
}

/**
 * What is sold: each product, and each issue in each of its media, as `checkout.add` takes it, with the `slug` and the
 * `kind` of its page.
 */
function goods(): array
{
    ['products' => $products, 'issues' => $issues] = told_goods();
    $goods = [];
    foreach ($products ?? [] as $product) {
        if (!isset($product['type'], $product['ref'], $product['slug'], $product['name'])) continue;
        $goods[] = ['kind' => 'product', 'slug' => (string) $product['slug'], 'item' => (string) $product['type'], 'ref' => (string) $product['ref'], 'name' => (string) $product['name']];
    }
    foreach ($issues ?? [] as $issue) {
        if (!isset($issue['ref'], $issue['number'], $issue['title'])) continue;
        foreach (['print' => __('No. %1$s, %2$s, in print', 'newsstand'), 'digital' => __('No. %1$s, %2$s, as a file', 'newsstand')] as $medium => $name) {
            if (!isset($issue["{$medium}_price"])) continue;
            $goods[] = ['kind' => 'issue', 'slug' => (string) ($issue['slug'] ?? ''), 'item' => "$medium-issue", 'ref' => (string) $issue['ref'], 'name' => sprintf($name, $issue['number'], $issue['title'])];
        }
    }
    return $goods;
}

/** The good that a `checkout.add` names; null where nothing of the kind is sold, or nobody knows. */
function good_of(array $options): ?array
{
    $named = [$options['item'] ?? '', $options['ref'] ?? ''];
    return array_values(array_filter(goods(), fn(array $good): bool => [$good['item'], $good['ref']] === $named))[0] ?? null;
}

/**
 * Whether all that is sold is known, and nothing of it has this name: neither a product, one of its sizes, nor, where
 * that is what is added, an issue.
 */
function is_unknown_ref(string $item, string $ref): bool
{
    ['products' => $products, 'issues' => $issues] = told_goods();
    if ($products === null || $issues === null) return false;
    $listed = in_array($item, ['print-issue', 'digital-issue'], true) ? [...$products, ...$issues] : $products;
    $sizes = array_merge(...array_map(fn(array $one): array => is_array($one['sizes'] ?? null) ? $one['sizes'] : [], $products));
    return !in_array($ref, array_column([...$listed, ...$sizes], 'ref'), true);
}

/**
 * How readers log in, as far as that is known: null where it is not. No page waits for it: what is older than a minute
 * is asked for once the page is sent.
 */
function known_logins(): ?array
{
    $kept = kept_goods();
    if ($kept['until'] <= time()) add_action('shutdown', __NAMESPACE__ . '\\tell_after_page', PHP_INT_MAX);
    return $kept['logins'] ?? null;
}

function tell_after_page(): void
{
    if (function_exists('fastcgi_finish_request')) fastcgi_finish_request();
    told_goods();
}

function key_of_goods(): string
{
    return 'newsstand_sold_' . md5(setting('api'));
}

function kept_goods(): array
{
    $kept = get_transient(key_of_goods());
    return is_array($kept) ? $kept : ['products' => null, 'issues' => null, 'logins' => null, 'until' => 0];
}

/**
 * What of the API's answer names goods, and ways to log in, kept for a minute; what was told last stays until the API
 * answers again. Null: it never told.
 */
function told_goods(): array
{
    $kept = kept_goods();
    if ($kept['until'] > time()) return $kept;
    $answer = ask_api('/api/page/article?widgets=checkout.add');
    $told = $answer === null ? null : json_decode(wp_remote_retrieve_body($answer), true);
    $names = array_flip(['type', 'ref', 'slug', 'name', 'sizes', 'number', 'title', 'print_price', 'digital_price']);
    $listed = fn(string $what): ?array => is_array($told[$what] ?? null)
        ? array_map(fn(mixed $one): array => array_intersect_key(is_array($one) ? $one : [], $names), $told[$what])
        : $kept[$what];
    $logins = is_array($told['logins'] ?? null) ? $told['logins'] : $kept['logins'] ?? null;
    $rest = is_array($told['products'] ?? null) ? MINUTE_IN_SECONDS : 5;
    $kept = ['products' => $listed('products'), 'issues' => $listed('issues'), 'logins' => $logins, 'until' => time() + $rest];
    set_transient(key_of_goods(), $kept, DAY_IN_SECONDS);
    return $kept;
}
