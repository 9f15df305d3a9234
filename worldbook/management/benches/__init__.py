"""Measurements that `bench state` puts together."""
