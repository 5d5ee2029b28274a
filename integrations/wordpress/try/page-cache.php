<?php
// A page cache as WordPress has them before all else (`advanced-cache.php`), by the documented rules of WP Super Cache:
// whole pages, by their address, for half an hour, to everybody whom no cookie of WordPress's names; no address with a
// query, nothing of its own side, and nothing that says DONOTCACHEPAGE. What else an answer's headers say it does not
// read, and knows no cookie of ours.

declare(strict_types=1);

(function (): void {
    $address = (string) ($_SERVER['REQUEST_URI'] ?? '');
    if (($_SERVER['REQUEST_METHOD'] ?? '') !== 'GET' || preg_match('~\?|^/wp-(?:admin|login|json|cron)|^$~', $address) === 1) return;
    if (preg_match('/(?:^|; )(?:wordpress_logged_in_|comment_author_|wp-postpass_)/', $_SERVER['HTTP_COOKIE'] ?? '') === 1) return;
    $kept = '/tmp/page-cache-' . hash('sha256', ($_SERVER['HTTP_HOST'] ?? '') . $address);
    if (is_file($kept) && filemtime($kept) > time() - 1800) {
        header('Content-Type: text/html; charset=UTF-8');
        header('Vary: Accept-Encoding, Cookie');
        header('Cache-Control: max-age=3, must-revalidate');
        header('X-Page-Cache: hit');
        readfile($kept);
        exit;
    }
    ob_start(function (string $page) use ($kept): string {
        $is_page = http_response_code() === 200 && stripos($page, '</html>') !== false;
        if ($is_page && !(defined('DONOTCACHEPAGE') && DONOTCACHEPAGE)) file_put_contents($kept, $page);
        return $page;
    });
})();
